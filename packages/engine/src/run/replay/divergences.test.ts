import {
  type Exchange,
  type GraphDocument,
  ReplaySettings,
  type ReplayedCall,
} from '@lathe/contract'
import { replayReport } from '@lathe/traces'
import { expect, test } from 'vitest'
import { graph, modelNode } from '../../testing/documents.ts'
import { eventsOf, type Recorded, runRequest, startHarness } from '../../testing/run-harness.ts'
import { calculator } from '../../tools/built-in.ts'

const input = { topic: 'tides' }

const tools = [calculator]

const calculate = (expression: string, writes: string) => ({
  kind: 'tool' as const,
  tool: 'calculator',
  args: { expression: { template: expression } },
  writes,
})

const nodes = {
  plan: modelNode('Plan a talk about {{topic}}', { output: { text: 'draft' } }),
  first: calculate('1 + 1', 'one'),
  second: calculate('2 + 2', 'two'),
  write: modelNode('Write {{draft}} with {{one}} and {{two}}'),
}

const chain = (order: readonly (keyof typeof nodes)[], changed: Partial<typeof nodes> = {}) =>
  graph({
    state: {
      topic: { type: 'string' },
      draft: { type: 'string' },
      one: { type: 'number' },
      two: { type: 'number' },
      text: { type: 'string' },
    },
    nodes: { ...nodes, ...changed },
    edges: ['start', ...order].map((from, index) => `${from} > ${order[index] ?? 'end'}`),
  })

const recordedGraph = chain(['plan', 'first', 'second', 'write'])

const execution = ({ outcome, exchanges, events, spans }: Recorded) => ({
  status: outcome.type,
  output: outcome.type === 'success' ? outcome.output : null,
  error: outcome.type === 'error' ? outcome.error : null,
  exchanges,
  states: eventsOf({ events }, 'state'),
  spans,
})

/** Returns the report of a run and its replay with another graph or a changed recording. */
async function reportOf(
  document: GraphDocument,
  changeTape: (exchanges: Exchange[]) => Exchange[] = (exchanges) => exchanges,
) {
  const live = await startHarness({ tools })
  const recorded = await live.run(runRequest(recordedGraph, input))
  const nowhere = await startHarness({ tools, connection: { baseUrl: 'http://127.0.0.1:9/v1' } })
  const replay = {
    exchanges: changeTape(recorded.exchanges),
    settings: ReplaySettings.parse({ mode: 'version', version: 1 }),
  }
  const again = await nowhere.run(runRequest(document, input, { replay }))
  const report = replayReport(execution(recorded), execution(again))
  const askedIn = ({ exchanges }: Recorded, id: string | null | undefined) => {
    const content = exchanges.find((one) => one.id === id)?.content
    return content?.type === 'http'
      ? Object(content.request.body).messages[0].content
      : content?.request
  }
  const first = report.steps[report.firstDivergence ?? -1]
  const requests = [askedIn(recorded, first?.recording), askedIn(again, first?.replay)]
  return { report, first, requests }
}

const told = ({ address, request, answer }: ReplayedCall) => [address.path[0], request, answer]

test('a changed word of a prompt diverges in its call only', async () => {
  const plan = modelNode('Plan a speech about {{topic}}', { output: { text: 'draft' } })

  const { report, requests } = await reportOf(chain(['plan', 'first', 'second', 'write'], { plan }))

  expect(report.steps.map(told)).toEqual([
    ['plan', 'different', 'same'],
    ['first', 'same', 'same'],
    ['second', 'same', 'same'],
    ['write', 'same', 'same'],
  ])
  expect(report).toMatchObject({ verdict: 'diverged', firstDivergence: 0 })
  expect(report.differingNodes).toEqual(['plan'])
  expect(requests).toEqual(['Plan a talk about tides', 'Plan a speech about tides'])
})

test('reordered tool calls are found where the order changes and still come from the recording', async () => {
  const { report, first } = await reportOf(chain(['plan', 'second', 'first', 'write']))

  expect(report).toMatchObject({ verdict: 'diverged', calls: { served: 4, live: 0 } })
  expect(first?.address.path).toEqual(['first'])
  expect(report.steps.map(told)).toEqual([
    ['plan', 'same', 'same'],
    ['first', 'only-recording', null],
    ['second', 'same', 'same'],
    ['first', 'only-replay', null],
    ['write', 'same', 'same'],
  ])
})

test('a changed tool result is found in the tool’s answer and in the next request', async () => {
  const { report, first, requests } = await reportOf(recordedGraph, (exchanges) =>
    exchanges.map((exchange) => {
      const { address, content } = exchange
      const isChanged = address.path[0] === 'second' && content.type === 'call'
      return isChanged ? { ...exchange, content: { ...content, result: 5 } } : exchange
    }),
  )

  expect(report.firstDivergence).toBe(2)
  expect(first).toMatchObject({ kind: 'tool', request: 'same', answer: 'different' })
  expect(requests).toEqual([{ expression: '2 + 2' }, { expression: '2 + 2' }])
  expect(report.steps.map(told).at(-1)).toEqual(['write', 'different', 'same'])
  expect(report.differingNodes.toSorted()).toEqual(['second', 'write'])
})
