import { describe, expect, test } from 'vitest'
import type { GraphDocument, Interrupt, InterruptAnswer } from '@lathe/contract'
import { validateJson } from '@lathe/graph'
import { calculatesAndSays, calculatingAgent, calculation, graph } from '../testing/documents.ts'
import {
  eventsOf,
  ofKind,
  type Recorded,
  runRequest,
  startHarness,
} from '../testing/run-harness.ts'
import { calculator } from '../tools/built-in.ts'
import type { RunRequest } from './request.ts'

const interruptsOf = ({ outcome }: Recorded): Interrupt[] =>
  outcome.type === 'interrupted' ? outcome.interrupts : []

/** The same run, resumed with a human's answer. */
const answered = (
  request: RunRequest,
  { outcome }: Recorded,
  answers: Record<string, InterruptAnswer>,
): RunRequest => ({
  ...request,
  start: { type: 'answers', answers },
  totals: outcome.totals,
  firstTokenAt: outcome.firstTokenAt,
})

const review = graph({
  state: { draft: { type: 'string' }, verdict: { type: 'string' }, note: { type: 'string' } },
  nodes: {
    write: { kind: 'set', values: { draft: { template: 'About {{draft}}' } } },
    check: {
      kind: 'ask',
      title: 'Release it?',
      message: 'Read: {{draft}}',
      form: { type: 'object', properties: { note: { type: 'string' } } },
      decisions: [{ port: 'yes', label: 'Release' }, { port: 'no' }],
      deadlineMs: 60_000,
      writes: { verdict: 'decision', note: 'values.note' },
    },
    late: { kind: 'set', values: { verdict: { value: 'too late' } } },
  },
  edges: [
    'start > write',
    'write > check',
    'check.yes > end',
    'check.no > write',
    'check.timeout > late',
    'late > end',
  ],
})
const yes = { kind: 'ask', decision: 'yes', values: { note: 'fine' } } as const

describe('a question', () => {
  test('pauses the run and reports the interrupt', async () => {
    const { run } = await startHarness()

    const paused = await run(runRequest(review, { draft: 'tides' }))

    const [interrupt] = interruptsOf(paused)
    expect(interrupt).toMatchObject({
      kind: 'ask',
      node: 'check',
      title: 'Release it?',
      message: 'Read: About tides',
      decisions: [
        { port: 'yes', label: 'Release' },
        { port: 'no', label: 'no' },
      ],
      createdAt: expect.any(Number),
      deadlineAt: expect.any(Number),
    })
    expect(eventsOf(paused, 'interrupt')).toEqual([{ type: 'interrupt', interrupt }])
    expect(eventsOf(paused, 'node-end').map(({ node, status }) => [node, status])).toEqual([
      ['write', 'success'],
      ['check', 'interrupted'],
    ])
    expect(ofKind(paused, 'agent')).toMatchObject([{ status: 'interrupted', endedAt: null }])
  })

  test('carries the JSON Schema of its answer', async () => {
    const { run } = await startHarness()

    const [interrupt] = interruptsOf(await run(runRequest(review, { draft: 'tides' })))

    const schema = interrupt?.responseSchema ?? {}
    expect(validateJson(schema, yes)).toEqual([])
    expect(validateJson(schema, { ...yes, decision: 'perhaps' })).not.toEqual([])
    expect(validateJson(schema, { ...yes, values: { note: 1 } })).not.toEqual([])
  })

  test('continues with the answer and repeats no finished work', async () => {
    const { run } = await startHarness()
    const request = runRequest(review, { draft: 'tides' })
    const paused = await run(request)
    const [interrupt] = interruptsOf(paused)

    const resumed = await run(answered(request, paused, { [interrupt?.id ?? '']: yes }))

    expect(resumed.outcome).toMatchObject({ type: 'success', output: { note: 'fine' } })
    expect(
      eventsOf(resumed, 'node-end').map(({ node, superstep, status }) => [node, superstep, status]),
    ).toEqual([['check', 2, 'success']])
    expect(ofKind(resumed, 'agent')).toMatchObject([
      { id: request.runId, status: 'success', startedAt: request.startedAt },
    ])
  })

  test('reports the answer in the events and on the span of the question', async () => {
    const { run } = await startHarness()
    const request = runRequest(review, { draft: 'tides' })
    const paused = await run(request)
    const interruptId = interruptsOf(paused)[0]?.id ?? ''

    const resumed = await run(answered(request, paused, { [interruptId]: yes }))

    expect(eventsOf(paused, 'answer')).toEqual([])
    expect(eventsOf(resumed, 'answer')).toEqual([{ type: 'answer', interruptId, answer: yes }])
    const span = ofKind(resumed, 'chain').find(({ node }) => node === 'check')
    expect(span?.events).toMatchObject([
      { name: 'answer', attributes: yes },
      { name: 'way', attributes: { port: 'yes' } },
    ])
  })

  test('records the answer as an exchange of kind world', async () => {
    const { run } = await startHarness()
    const request = runRequest(review, { draft: 'tides' })
    const paused = await run(request)
    const [interrupt] = interruptsOf(paused)

    const { exchanges } = await run(answered(request, paused, { [interrupt?.id ?? '']: yes }))

    expect(exchanges.filter(({ kind }) => kind === 'human')).toMatchObject([
      {
        name: 'ask',
        address: { path: ['check'], superstep: 2, ordinal: 0 },
        content: { request: { message: 'Read: About tides' }, result: yes },
      },
    ])
  })

  test('takes the timeout branch if the answer is a timeout', async () => {
    const { run } = await startHarness()
    const request = runRequest(review, { draft: 'tides' })
    const paused = await run(request)
    const [interrupt] = interruptsOf(paused)

    const resumed = await run(
      answered(request, paused, {
        [interrupt?.id ?? '']: { kind: 'ask', decision: 'timeout', values: {} },
      }),
    )

    expect(eventsOf(resumed, 'node-end').map(({ node }) => node)).toEqual(['check', 'late'])
  })

  test('waits again in the next round of a loop', async () => {
    const { run } = await startHarness()
    const request = runRequest(review, { draft: 'tides' })
    const paused = await run(request)
    const [first] = interruptsOf(paused)
    const no = { kind: 'ask', decision: 'no', values: {} } as const

    const again = await run(answered(request, paused, { [first?.id ?? '']: no }))

    const [second] = interruptsOf(again)
    expect(second).toMatchObject({ message: 'Read: About About tides' })
    expect(second?.id).not.toBe(first?.id)
  })
})

describe('two questions at once', () => {
  const document: GraphDocument = graph({
    state: { n: { type: 'number' }, said: { type: 'array', reducer: 'union', default: [] } },
    nodes: {
      left: {
        kind: 'ask',
        message: 'Left?',
        decisions: [{ port: 'ok' }],
        writes: { said: 'values.said' },
      },
      right: {
        kind: 'ask',
        message: 'Right?',
        decisions: [{ port: 'ok' }],
        writes: { said: 'values.said' },
      },
    },
    edges: ['start > left', 'start > right', 'left.ok > end', 'right.ok > end'],
  })
  const say = (said: string): InterruptAnswer => ({
    kind: 'ask',
    decision: 'ok',
    values: { said: [said] },
  })

  test('resolves several questions one after the other', async () => {
    const { run } = await startHarness()
    const request = runRequest(document, { n: 1 })
    const paused = await run(request)
    const [left, right] = interruptsOf(paused).toSorted((a, b) => a.node.localeCompare(b.node))

    const half = await run(answered(request, paused, { [right?.id ?? '']: say('r') }))
    const whole = await run(answered(request, half, { [left?.id ?? '']: say('l') }))

    expect(interruptsOf(half).map(({ id }) => id)).toEqual([left?.id])
    expect(whole.outcome).toMatchObject({ type: 'success', output: { said: ['l', 'r'] } })
  })
})

describe('an approval', () => {
  const agent = calculatingAgent({ approvals: ['calculator'] })
  const script = calculatesAndSays('Done.')
  async function pausedAgent() {
    const { run, mockProvider } = await startHarness({ tools: [calculator], script })
    const request = runRequest(agent, calculation)
    const paused = await run(request)
    const [interrupt] = interruptsOf(paused)
    const decide = (
      decision: Extract<InterruptAnswer, { kind: 'approval' }>['decisions'][number],
    ) =>
      run(
        answered(request, paused, {
          [interrupt?.id ?? '']: { kind: 'approval', decisions: [decision] },
        }),
      )
    return { paused, interrupt, decide, mockProvider }
  }

  test('shows the calls before any is made', async () => {
    const { paused, interrupt } = await pausedAgent()

    expect(interrupt).toMatchObject({
      kind: 'approval',
      node: 'assistant',
      calls: [{ name: 'calculator', args: { expression: '6 * 7' }, schema: { type: 'object' } }],
    })
    expect(ofKind(paused, 'tool')).toEqual([])
  })

  test('reports the message with the call when its node pauses', async () => {
    const { paused } = await pausedAgent()

    const [said] = eventsOf(paused, 'message')
    expect(said?.message.toolCalls).toHaveLength(1)
    expect(eventsOf(paused, 'node-end')).toMatchObject([
      { status: 'interrupted', writes: { messages: [said?.message] } },
    ])
  })

  test('runs an unchanged call, and pays for the model call before it only once', async () => {
    const { decide, mockProvider } = await pausedAgent()

    const resumed = await decide({ type: 'approve' })

    expect(ofKind(resumed, 'tool')).toMatchObject([{ outputs: 42 }])
    expect(mockProvider.requests).toHaveLength(2)
    expect(resumed.outcome.type).toBe('success')
  })

  test('runs the call with the arguments of a human', async () => {
    const { decide } = await pausedAgent()

    const resumed = await decide({ type: 'edit', args: { expression: '6 * 8' } })

    expect(ofKind(resumed, 'tool')).toMatchObject([
      { inputs: { expression: '6 * 8' }, outputs: 48 },
    ])
  })

  test('reports a human’s refusal to the model', async () => {
    const { decide, mockProvider } = await pausedAgent()

    const resumed = await decide({ type: 'reject', reason: 'Too dear.' })

    expect(ofKind(resumed, 'tool')).toEqual([])
    expect(JSON.stringify(mockProvider.requests.at(-1))).toContain('Too dear.')
    expect(resumed.outcome.type).toBe('success')
  })

  test('gives calls before and after the pause different addresses', async () => {
    const { paused, decide } = await pausedAgent()

    const resumed = await decide({ type: 'approve' })

    const calls = [...paused.exchanges, ...resumed.exchanges].filter(({ kind }) => kind !== 'world')
    const addresses = calls.map(({ kind, name, address }) => JSON.stringify([kind, name, address]))
    expect(calls.map(({ kind }) => kind)).toEqual(['model', 'human', 'tool', 'model'])
    expect(new Set(addresses).size).toBe(4)
  })

  test('adds up usage across the pause', async () => {
    const { paused, decide } = await pausedAgent()

    const resumed = await decide({ type: 'approve' })

    const before = paused.outcome.totals.usage.input
    const [model] = ofKind(resumed, 'model')
    expect(resumed.outcome.totals.usage.input).toBe(before + (model?.usage?.input ?? 0))
  })
})
