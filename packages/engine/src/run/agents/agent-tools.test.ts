import {
  type CalledAgents,
  type GraphDocument,
  type InterruptAnswer,
  ReplaySettings,
} from '@lathe/contract'
import { canonicalJson, hashDocument } from '@lathe/graph'
import { describe, expect, test } from 'vitest'
import { demoModel, graph, oneModel } from '../../testing/documents.ts'
import { ofKind, runRequest, startHarness } from '../../testing/run-harness.ts'

const calleesOf = (document: GraphDocument): CalledAgents => ({
  writer: { agent: 'writer', name: 'Writer', version: 3, hash: hashDocument(document), document },
})

/** Calls the writer agent as often as the script requests. */
const asking = graph({
  nodes: {
    lead: {
      kind: 'agent',
      model: demoModel({ name: 'demo-1' }),
      prompt: { messages: [{ role: 'user', text: 'Lead: {{topic}}' }] },
      tools: ['agent__writer'],
      output: { text: 'text' },
    },
  },
  edges: ['start > lead', 'lead > end'],
})

const writing = (...topics: string[]) => ({
  match: 'Lead',
  times: 1,
  reply: { toolCalls: topics.map((topic) => ({ name: 'agent__writer', arguments: { topic } })) },
})

/** Asks a person before it returns a result. */
const careful = graph({
  state: { topic: { type: 'string' }, text: { type: 'string' } },
  nodes: {
    check: {
      kind: 'ask',
      message: 'Write about {{topic}}?',
      decisions: [{ port: 'yes' }],
      writes: { text: 'decision' },
    },
  },
  edges: ['start > check', 'check.yes > end'],
})

describe('an agent as a tool', () => {
  test('records spans under the call of an agent tool with unique addresses, and replays them', async () => {
    const calledAgents = calleesOf(oneModel())
    const script = [writing('tides', 'moon'), { match: 'Lead', reply: 'Both are written.' }]
    const { run } = await startHarness({ script })

    const recorded = await run(runRequest(asking, { topic: 'the sea' }, { calledAgents }))

    expect(recorded.outcome).toMatchObject({
      type: 'success',
      output: { text: 'Both are written.' },
    })
    const calls = ofKind(recorded, 'tool')
    expect(calls.map(({ name, status }) => [name, status])).toEqual([
      ['agent__writer', 'success'],
      ['agent__writer', 'success'],
    ])
    const inner = recorded.spans.filter(({ node }) => node === 'lead/agent__writer/write')
    expect(inner.filter(({ kind }) => kind === 'chain').map(({ parentId }) => parentId)).toEqual(
      calls.map(({ id }) => id),
    )
    const addresses = recorded.exchanges.map(({ kind, name, address }) =>
      canonicalJson([kind, name, address]),
    )
    expect(new Set(addresses).size).toBe(addresses.length)

    const dead = await startHarness({ connection: { baseUrl: 'http://127.0.0.1:9/v1' } })
    const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }
    const again = await dead.run(runRequest(asking, { topic: 'the sea' }, { calledAgents, replay }))
    expect(again.outcome).toMatchObject({ type: 'success', output: { text: 'Both are written.' } })
    expect(again.spans.map(({ name }) => name)).toEqual(recorded.spans.map(({ name }) => name))
  })

  test('asks a person in the middle of a call, which then continues', async () => {
    const calledAgents = calleesOf(careful)
    const script = [writing('tides'), { match: 'Lead', reply: 'Done.' }]
    const { run } = await startHarness({ script })
    const request = runRequest(asking, { topic: 'the sea' }, { calledAgents })

    const paused = await run(request)
    const interrupts = paused.outcome.type === 'interrupted' ? paused.outcome.interrupts : []
    expect(interrupts).toMatchObject([{ kind: 'ask', message: 'Write about tides?' }])
    const yes: InterruptAnswer = { kind: 'ask', decision: 'yes', values: {} }
    const answers = Object.fromEntries(interrupts.map(({ id }) => [id, yes]))
    const { totals, firstTokenAt } = paused.outcome
    const done = await run({
      ...request,
      start: { type: 'answers', answers },
      totals,
      firstTokenAt,
    })

    expect(done.outcome).toMatchObject({ type: 'success', output: { text: 'Done.' } })
    expect(ofKind(done, 'tool')).toMatchObject([{ name: 'agent__writer', outputs: 'yes' }])
  })

  test('an agent as a tool that fails is reported to the model like any failed tool', async () => {
    const failing = graph({
      nodes: { bad: { kind: 'code', code: 'throw new Error("no ink")', writes: [] } },
      edges: ['start > bad', 'bad > end'],
    })
    const script = [writing('tides'), { match: 'Lead', reply: 'It could not.' }]
    const { run } = await startHarness({ script })

    const told = await run(runRequest(asking, { topic: 'x' }, { calledAgents: calleesOf(failing) }))

    expect(told.outcome).toMatchObject({ type: 'success', output: { text: 'It could not.' } })
    expect(ofKind(told, 'tool')).toMatchObject([
      { status: 'error', error: { message: expect.stringContaining('no ink') } },
    ])
  })
})
