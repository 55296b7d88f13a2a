import { type GraphDocument, type Json, ReplaySettings } from '@lathe/contract'
import { describe, expect, test, vi } from 'vitest'
import type { ReplayPlan } from '../../replay/replay.ts'
import { demoModel, graph, modelNode } from '../../testing/documents.ts'
import {
  eventsOf,
  type HarnessOptions,
  ofKind,
  type Recorded,
  runRequest,
  startHarness,
} from '../../testing/run-harness.ts'
import { story } from '../../testing/story.ts'
import { calculator } from '../../tools/built-in.ts'
import type { ToolDefinition } from '../../tools/definition.ts'

/** Replays a run in another harness that has no provider. */
async function replay(
  document: GraphDocument,
  input: Record<string, Json>,
  recorded: Pick<Recorded, 'exchanges'>,
  {
    replay: fields = {},
    ...options
  }: HarnessOptions & { replay?: Partial<ReplayPlan['settings']> } = {},
) {
  const { run } = await startHarness({
    connection: { baseUrl: 'http://127.0.0.1:9/v1' },
    ...options,
  })
  const settings = { ...ReplaySettings.parse({}), ...fields }
  const { exchanges } = recorded
  return await run(runRequest(document, input, { replay: { exchanges, settings } }))
}

const sayings = graph({
  state: {
    topic: { type: 'string' },
    ideas: { type: 'array', items: { type: 'string' }, reducer: 'append' },
    lucky: { type: 'number' },
    log: { type: 'messages' },
    text: { type: 'string' },
  },
  input: ['topic'],
  nodes: {
    talk: {
      kind: 'agent',
      model: demoModel(),
      prompt: { messages: [{ role: 'user', text: 'What is 6 * 7? {{topic}}' }] },
      tools: ['calculator'],
      output: { message: 'log' },
    },
    chance: {
      kind: 'code',
      code: 'return { lucky: Math.random() * Date.now(), ideas: ["a", "b", "a"] }',
      writes: ['lucky', 'ideas'],
    },
    idea: modelNode('About {{idea}} and {{topic}}', { output: { text: 'ideas' } }),
    join: { kind: 'set', values: { text: { template: '{{ideas}} {{lucky}}' } } },
  },
  edges: [
    'start > talk',
    'talk > chance',
    { from: 'chance', to: 'idea', each: { of: 'ideas', as: 'idea' } },
    'idea > join',
    'join > end',
  ],
})

describe('an exact replay', () => {
  test('repeats the run without the network: agents, random numbers, parallel copies', async () => {
    const { run } = await startHarness({ tools: [calculator] })
    const recorded = await run(runRequest(sayings, { topic: 'tides' }))

    const again = await replay(sayings, { topic: 'tides' }, recorded, { tools: [calculator] })

    expect(recorded.outcome.type).toBe('success')
    expect(story(again, recorded)).toEqual(story(recorded, again))
    expect(again.exchanges.map(({ servedBy }) => servedBy)).not.toContain('stand-in')
  })

  test('costs nothing and reports the served calls', async () => {
    const document = graph({
      nodes: { write: modelNode('{{topic}}') },
      edges: ['start > write', 'write > end'],
    })
    const deps = { prices: () => () => ({ total: 5, input: 2, output: 3, priceId: 'p' }) }
    const { run } = await startHarness({ deps })
    const recorded = await run(runRequest(document, { topic: 'tides' }))

    const again = await replay(document, { topic: 'tides' }, recorded, { deps })

    const [span] = ofKind(again, 'model')
    expect(recorded.outcome.totals.costNanos).toBe(5)
    expect(again.outcome.totals.costNanos).toBe(0)
    expect(span).toMatchObject({ tags: ['served'], cost: { total: 0 } })
    expect(span?.usage).toEqual(ofKind(recorded, 'model')[0]?.usage)
  })

  test('reuses human decisions without a pause', async () => {
    const asking = graph({
      state: { topic: { type: 'string' }, note: { type: 'string' } },
      nodes: {
        check: {
          kind: 'ask',
          message: 'Release {{topic}}?',
          form: { type: 'object', properties: { note: { type: 'string' } } },
          decisions: [{ port: 'yes' }, { port: 'no' }],
          writes: { note: 'values.note' },
        },
      },
      edges: ['start > check', 'check.yes > end', 'check.no > end'],
    })
    const { run } = await startHarness()
    const request = runRequest(asking, { topic: 'tides' })
    const paused = await run(request)
    const id = paused.outcome.type === 'interrupted' ? paused.outcome.interrupts[0]?.id : undefined
    const answer = { kind: 'ask', decision: 'yes', values: { note: 'fine' } } as const
    const resumed = await run({
      ...request,
      start: { type: 'answers', answers: { [id ?? '']: answer } },
    })

    const again = await replay(asking, { topic: 'tides' }, resumed)

    expect(again.outcome).toMatchObject({ type: 'success', output: { note: 'fine' } })
  })

  test('skips all waits for calls and retries', async () => {
    const document = graph({
      nodes: {
        write: modelNode('{{topic}} [[fault: 500 times=1]] [[latency-ms: 300]]', {
          retry: { attempts: 2, initialMs: 700, factor: 1, maxMs: 700 },
        }),
      },
      edges: ['start > write', 'write > end'],
    })
    const { run } = await startHarness({ connection: { maxRetries: 0 } })
    const recorded = await run(runRequest(document, { topic: 'tides' }))

    const waited = vi.spyOn(globalThis, 'setTimeout')
    const again = await replay(document, { topic: 'tides' }, recorded)
    const waits = waited.mock.calls.map(([, ms]) => ms)
    waited.mockRestore()

    expect(waits.filter((ms) => ms === 300 || ms === 700)).toEqual([])
    expect(recorded.outcome.type).toBe('success')
    expect(story(again, recorded)).toEqual(story(recorded, again))
    expect(eventsOf(again, 'retry')).toHaveLength(1)
  })
})

describe('a replay with another graph', () => {
  const two = (first: string) =>
    graph({
      state: { topic: { type: 'string' }, draft: { type: 'string' }, text: { type: 'string' } },
      nodes: {
        plan: modelNode(first, { output: { text: 'draft' } }),
        write: modelNode('Write {{draft}}'),
      },
      edges: ['start > plan', 'plan > write', 'write > end'],
    })

  test('serves a changed request at the same address and records the request', async () => {
    const { run } = await startHarness()
    const recorded = await run(runRequest(two('Plan {{topic}}'), { topic: 'tides' }))

    const again = await replay(two('Outline {{topic}}'), { topic: 'tides' }, recorded)

    expect(again.outcome.type).toBe('success')
    const prints = ({ exchanges }: Recorded) => exchanges.map(({ fingerprint }) => fingerprint)
    expect(prints(again)[0]).not.toBe(prints(recorded)[0])
    expect(prints(again)[1]).toBe(prints(recorded)[1])
  })

  test('runs only chosen nodes live', async () => {
    const { run, mockProvider } = await startHarness()
    const recorded = await run(runRequest(two('Plan {{topic}}'), { topic: 'tides' }))
    const before = mockProvider.requests.length

    const again = await replay(two('Plan {{topic}}'), { topic: 'tides' }, recorded, {
      connection: { baseUrl: mockProvider.url },
      replay: { mode: 'only-live', nodes: ['write'] },
    })

    expect(mockProvider.requests.length - before).toBe(1)
    expect(again.exchanges.map(({ servedBy }) => servedBy)).toEqual(['recording', undefined])
  })

  test('stops at a request that is not in the recording, before the network', async () => {
    const { run } = await startHarness()
    const recorded = await run(runRequest(two('Plan {{topic}}'), { topic: 'tides' }))

    const again = await replay(
      two('Plan {{topic}}'),
      { topic: 'tides' },
      {
        exchanges: recorded.exchanges.slice(0, 1),
      },
    )

    expect(again.outcome).toMatchObject({
      type: 'error',
      error: { code: 'RECORDING_MISS', node: 'write' },
    })
  })
})

test('does not repeat a tool that writes', async () => {
  const sent: Json[] = []
  const send: ToolDefinition = {
    ...calculator,
    effect: 'write',
    run(args) {
      sent.push(args)
      return 'sent'
    },
  }
  const document = graph({
    nodes: {
      send: {
        kind: 'tool',
        tool: 'calculator',
        args: { expression: { template: '{{topic}}' } },
        writes: 'text',
      },
    },
    edges: ['start > send', 'send > end'],
  })
  const { run } = await startHarness({ tools: [send] })
  const recorded = await run(runRequest(document, { topic: '1+1' }))

  const again = await replay(document, { topic: '1+1' }, recorded, { tools: [send] })
  const changed = await replay(document, { topic: '2+2' }, recorded, {
    tools: [send],
    replay: { standIn: { type: 'recorded' } },
  })

  expect(sent).toHaveLength(1)
  expect(again.outcome.type).toBe('success')
  expect(changed.exchanges.map(({ servedBy }) => servedBy)).toEqual(['recording', 'stand-in'])
})
