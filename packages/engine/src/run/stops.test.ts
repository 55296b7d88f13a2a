import type { ReceivedRequest } from '@lathe/mock-provider'
import { describe, expect, test } from 'vitest'
import { graph, modelNode, oneModel, demoModel } from '../testing/documents.ts'
import {
  eventsOf,
  ofKind,
  recordingSink,
  runRequest,
  startHarness,
} from '../testing/run-harness.ts'
import { HAND_OVER_REASON } from './engine.ts'

/** The model sends the beginning of its answer and stalls. */
const slow = [{ reply: { tokens: 60, fault: 'stall' } }]

const outcomeOf = ({ outcome }: ReceivedRequest) => outcome

const twice = graph({
  nodes: { first: modelNode('One: {{topic}}'), second: modelNode('Two: {{topic}}') },
  edges: ['start > first', 'first > second', 'second > end'],
})

describe('cancelling', () => {
  test('aborts the model call in flight and keeps its text so far', async () => {
    const { engine, mockProvider } = await startHarness({ script: slow })
    const cancel = new AbortController()
    const { sink, recorded } = recordingSink(({ type }) => {
      if (type === 'token') cancel.abort()
    })

    const outcome = await engine.execute(runRequest(oneModel(), { topic: 'x' }), sink, {
      signal: cancel.signal,
    })

    expect(outcome.type).toBe('cancelled')
    await expect.poll(() => mockProvider.requests[0]?.outcome).toBe('left')
    const { spans, events } = recorded()
    expect(spans.map(({ kind, status }) => [kind, status])).toEqual([
      ['agent', 'cancelled'],
      ['chain', 'cancelled'],
      ['model', 'cancelled'],
    ])
    const said = eventsOf({ events }, 'token')
      .map(({ text }) => text)
      .join('')
    expect(said).not.toBe('')
    expect(eventsOf({ events }, 'message').at(-1)?.message.content).toBe(said)
    expect(ofKind({ spans }, 'model')[0]?.outputs).toMatchObject({ message: { content: said } })
    expect(spans.every(({ endedAt }) => endedAt !== null)).toBe(true)
  })

  test('before the start does nothing', async () => {
    const { run, mockProvider } = await startHarness()

    const { outcome } = await run(runRequest(oneModel(), { topic: 'x' }), {
      signal: AbortSignal.abort(),
    })

    expect(outcome.type).toBe('cancelled')
    expect(mockProvider.requests).toEqual([])
  })
})

describe('a handover', () => {
  test('stops the call in flight and leaves the run open', async () => {
    const { engine } = await startHarness({ script: slow })
    const stop = new AbortController()
    const { sink, recorded } = recordingSink(({ type }) => {
      if (type === 'token') stop.abort(HAND_OVER_REASON)
    })
    const request = runRequest(oneModel(), { topic: 'x' })

    const outcome = await engine.execute(request, sink, { signal: stop.signal })

    expect(outcome.type).toBe('drained')
    expect(recorded().spans.map(({ kind, endedAt }) => [kind, endedAt !== null])).toEqual([
      ['agent', false],
      ['chain', true],
      ['model', true],
    ])
  })
})

describe('draining', () => {
  test('finishes the current step, and the run can resume', async () => {
    const { engine, run, mockProvider } = await startHarness({ script: [{ reply: 'Said.' }] })
    const drain = new AbortController()
    const { sink, recorded } = recordingSink(({ type }) => {
      if (type === 'node-start') drain.abort()
    })
    const request = runRequest(twice, { topic: 'x' })

    const outcome = await engine.execute(request, sink, { drain: drain.signal })
    const rest = await run({ ...request, start: { type: 'continue' } })

    expect(outcome.type).toBe('drained')
    expect(eventsOf(recorded(), 'node-end').map(({ node, status }) => [node, status])).toEqual([
      ['first', 'success'],
    ])
    expect(rest.outcome).toMatchObject({ type: 'success', output: { text: 'Said.' } })
    expect(eventsOf(rest, 'node-start').map(({ node, superstep }) => [node, superstep])).toEqual([
      ['second', 2],
    ])
    expect(mockProvider.requests).toHaveLength(2)
  })
})

describe('recovery after a crash', () => {
  test('starts over if the run has no checkpoint', async () => {
    const { run } = await startHarness({ script: [{ reply: 'Said.' }] })
    const request = runRequest(oneModel(), { topic: 'x' })
    // The thread's newest checkpoint belongs to another run.
    await run(runRequest(oneModel(), { topic: 'before' }, { threadId: request.threadId }))

    const recorded = await run({ ...request, start: { type: 'continue' }, attempt: 2 })

    expect(recorded.outcome.type).toBe('success')
    expect(ofKind(recorded, 'model')[0]?.inputs).toMatchObject({ messages: [{ content: 'x' }] })
  })

  test('reports the whole state again, for readers who missed events', async () => {
    const { run } = await startHarness({ script: [{ reply: 'Said.' }] })
    const request = runRequest(twice, { topic: 'x' })
    await run(request, { drain: AbortSignal.abort() })

    const recorded = await run({ ...request, start: { type: 'continue' }, attempt: 2 })

    expect(eventsOf(recorded, 'state')[0]).toMatchObject({ channels: { topic: 'x' }, writers: {} })
  })
})

describe('a run over its limits', () => {
  test('stops with RECURSION_LIMIT at its step budget', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number', reducer: 'sum', default: 0 } },
      nodes: {
        add: { kind: 'set', values: { n: { value: 1 } } },
        more: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'yes', when: 'n < 1000' }] },
          else: 'no',
        },
      },
      edges: ['start > add', 'add > more', 'more.yes > add', 'more.no > end'],
    })

    const recorded = await run(runRequest(document, { n: 0 }, { budget: { steps: 6 } }))

    expect(recorded.outcome).toMatchObject({ type: 'error', error: { code: 'RECURSION_LIMIT' } })
    expect(ofKind(recorded, 'agent')).toMatchObject([
      { status: 'error', error: { code: 'RECURSION_LIMIT' } },
    ])
  })

  test('stops at a resumable checkpoint at its token budget', async () => {
    const { run, mockProvider } = await startHarness({ script: [{ reply: { tokens: 50 } }] })
    const request = runRequest(twice, { topic: 'x' }, { budget: { tokens: 40 } })

    const stopped = await run(request)
    const more = await run({ ...request, start: { type: 'continue' }, budget: {} })

    expect(stopped.outcome).toMatchObject({
      type: 'error',
      error: { code: 'BUDGET_EXCEEDED', message: expect.stringContaining('40') },
    })
    expect(eventsOf(stopped, 'node-end').map(({ node, status }) => [node, status])).toEqual([
      ['first', 'success'],
    ])
    expect(more.outcome.type).toBe('success')
    expect(mockProvider.requests).toHaveLength(2)
  })

  test('stops at its cost budget, which includes earlier attempts', async () => {
    const { run } = await startHarness({
      script: [{ reply: 'Said.' }],
      deps: { prices: () => () => ({ total: 10, input: 5, output: 5, priceId: 'p' }) },
    })
    const { totals } = (await run(runRequest(twice, { topic: 'x' }))).outcome

    const recorded = await run(
      runRequest(twice, { topic: 'x' }, { budget: { costNanos: 25 }, totals }),
    )

    expect(totals.costNanos).toBe(20)
    expect(recorded.outcome).toMatchObject({ type: 'error', error: { code: 'BUDGET_EXCEEDED' } })
  })

  test('stops with a timeout at its time budget and aborts the call in flight', async () => {
    const { run, mockProvider } = await startHarness({ script: slow })

    const recorded = await run(
      runRequest(oneModel(), { topic: 'x' }, { budget: { wallClockMs: 150 } }),
    )

    expect(recorded.outcome).toMatchObject({ type: 'timeout', error: { code: 'TIMEOUT' } })
    expect(ofKind(recorded, 'agent')).toMatchObject([
      { status: 'error', error: { code: 'TIMEOUT' } },
    ])
    await expect.poll(() => mockProvider.requests.map(outcomeOf)).not.toContain('pending')
  })

  test('stops with TIMEOUT at the time limit of a node and aborts its call', async () => {
    const { run, mockProvider } = await startHarness({ script: slow })

    const recorded = await run(runRequest(oneModel({ timeoutMs: 150 }), { topic: 'x' }))

    expect(recorded.outcome).toMatchObject({ type: 'error', error: { code: 'TIMEOUT' } })
    expect(eventsOf(recorded, 'node-end')).toMatchObject([
      { node: 'write', status: 'error', error: { code: 'TIMEOUT', node: 'write' } },
    ])
    await expect.poll(() => mockProvider.requests.map(outcomeOf)).not.toContain('pending')
  })

  test('reports TIMEOUT instead of a sibling’s failure in a long event loop turn', async () => {
    const { engine } = await startHarness({ script: slow })
    const { sink, recorded } = recordingSink(({ type }) => {
      if (type === 'state') stallFor(60)
    })

    await engine.execute(runRequest(oneModel({ timeoutMs: 150 }), { topic: 'x' }), sink)

    expect(eventsOf(recorded(), 'node-end')).toMatchObject([
      { node: 'write', status: 'error', error: { code: 'TIMEOUT', node: 'write' } },
    ])
  })
})

/** Blocks after LangGraph has set its timer and before the node starts. */
function stallFor(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

describe('a failed node', () => {
  test('stops its siblings, and only the node has the error', async () => {
    const { run } = await startHarness({
      script: [{ match: 'bad', reply: { fault: '400' } }, ...slow],
    })
    const document = graph({
      state: { topic: { type: 'string' }, a: { type: 'string' }, text: { type: 'string' } },
      nodes: {
        bad: modelNode('bad', { output: { text: 'a' }, model: demoModel() }),
        good: modelNode('good'),
      },
      edges: ['start > bad', 'start > good', 'bad > end', 'good > end'],
    })

    const recorded = await run(runRequest(document, { topic: 'x' }))

    expect(recorded.outcome).toMatchObject({
      type: 'error',
      error: { code: 'BAD_REQUEST', node: 'bad' },
    })
    const ends = eventsOf(recorded, 'node-end').map(({ node, status }) => `${node} ${status}`)
    expect(ends.toSorted()).toEqual(['bad error', 'good cancelled'])
  })
})

describe('an invalid graph', () => {
  test('ends the run with GRAPH_INVALID', async () => {
    const { run } = await startHarness()
    const document = graph({ nodes: { write: modelNode('x') }, edges: ['start > nowhere'] })

    const recorded = await run(runRequest(document, { topic: 'x' }))

    expect(recorded.outcome).toMatchObject({ type: 'error', error: { code: 'GRAPH_INVALID' } })
    expect(recorded.spans).toMatchObject([{ kind: 'agent', status: 'error' }])
  })

  test('names a connection that does not exist', async () => {
    const { run } = await startHarness()
    const model = demoModel({ connection: 'gone' })

    const recorded = await run(runRequest(oneModel({ model }), { topic: 'x' }))

    expect(recorded.outcome).toMatchObject({
      type: 'error',
      error: { code: 'GRAPH_INVALID', message: 'There is no connection `gone`', node: 'write' },
    })
  })
})
