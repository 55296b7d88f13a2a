import type { GraphDocument, RunBudget } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import {
  calculatesAndSays,
  calculatingAgent,
  calculation,
  graph,
  modelNode,
} from '../testing/documents.ts'
import { eventsOf, recordingSink, runRequest, startHarness } from '../testing/run-harness.ts'
import { calculator } from '../tools/built-in.ts'
import type { RunRequest } from './request.ts'

const said = [{ reply: 'Said.' }]

const thrice = graph({
  nodes: { one: modelNode('One'), two: modelNode('Two'), three: modelNode('Three') },
  edges: ['start > one', 'one > two', 'two > three', 'three > end'],
})

/** Another run of the same thread, without input. */
const goingOn = (stopped: RunRequest, fields: Partial<RunRequest> = {}) =>
  runRequest(stopped.document, {}, { threadId: stopped.threadId, input: null, ...fields })

const stepsOf = (recorded: Parameters<typeof eventsOf>[0]) =>
  eventsOf(recorded, 'node-start').map(({ node, superstep }) => `${superstep} ${node}`)

const asked = (requests: readonly { body: unknown }[]) =>
  requests.map(({ body }) => /One|Two|Three|Left|Right|Last/.exec(JSON.stringify(body))?.[0])

describe('a run without input', () => {
  test.each<[string, RunBudget, string]>([
    ['tokens', { tokens: 1 }, 'BUDGET_EXCEEDED'],
    ['steps', { steps: 1 }, 'RECURSION_LIMIT'],
  ])('after its budget of %s, and repeats no paid step', async (_, budget, code) => {
    const { run, mockProvider } = await startHarness({ script: said })
    const request = runRequest(thrice, { topic: 'x' }, { budget })

    const stopped = await run(request)
    const rest = await run(goingOn(request))

    expect(stopped.outcome).toMatchObject({
      type: 'error',
      error: { code, hint: expect.stringContaining('ontinue') },
    })
    expect(rest.outcome).toMatchObject({ type: 'success', output: { text: 'Said.' } })
    expect(asked(mockProvider.requests)).toEqual(['One', 'Two', 'Three'])
    expect(stepsOf(rest)).toEqual(['1 two', '2 three'])
    expect(eventsOf(rest, 'state')[0]).toMatchObject({
      superstep: 0,
      channels: { topic: 'x', text: 'Said.' },
      next: ['two'],
    })
  })

  test('after each stop by its own budget', async () => {
    const { run, mockProvider } = await startHarness({ script: said })
    const request = runRequest(thrice, { topic: 'x' }, { budget: { tokens: 1 } })

    const outcomes = [await run(request)]
    for (const budget of [{ tokens: 1 }, {}]) outcomes.push(await run(goingOn(request, { budget })))

    expect(outcomes.map(({ outcome }) => outcome.type)).toEqual(['error', 'error', 'success'])
    expect(asked(mockProvider.requests)).toEqual(['One', 'Two', 'Three'])
  })

  test('within its own step budget', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    const names = ['start', ...ids, 'end']
    const document = graph({
      state: { n: { type: 'number', reducer: 'sum', default: 0 } },
      nodes: Object.fromEntries(
        ids.map((id) => [id, { kind: 'set', values: { n: { value: 1 } } }]),
      ),
      edges: names.slice(1).map((to, index) => `${names[index]} > ${to}`),
    })
    const { run } = await startHarness()
    const request = runRequest(document, { n: 0 }, { budget: { steps: 4 } })

    const runs = [await run(request)]
    for (const steps of [4, 4]) runs.push(await run(goingOn(request, { budget: { steps } })))

    expect(runs.map((one) => stepsOf(one))).toEqual([
      ['1 a', '2 b', '3 c', '4 d'],
      ['1 e', '2 f', '3 g', '4 h'],
      ['1 i'],
    ])
    expect(runs[1]?.outcome).toMatchObject({
      error: { message: 'The run reached its limit of 4 steps' },
    })
    expect(runs[2]?.outcome).toMatchObject({ type: 'success', output: { n: 9 } })
  })

  test('after its time limit, and repeats only the call in flight', async () => {
    const slow = { match: 'Two', reply: { tokens: 60, fault: 'stall' }, times: 1 }
    const { run, mockProvider } = await startHarness({ script: [slow, ...said] })
    const request = runRequest(thrice, { topic: 'x' }, { budget: { wallClockMs: 2_000 } })

    const stopped = await run(request)
    const rest = await run(goingOn(request))

    expect(stopped.outcome).toMatchObject({
      type: 'timeout',
      error: { hint: expect.stringContaining('ontinue') },
    })
    expect(rest.outcome.type).toBe('success')
    expect(asked(mockProvider.requests)).toEqual(['One', 'Two', 'Two', 'Three'])
  })

  test('after it was cancelled', async () => {
    const { run, mockProvider } = await startHarness({
      script: [{ match: 'Two', reply: { tokens: 60, fault: 'stall' }, times: 1 }, ...said],
    })
    const cancel = new AbortController()
    const request = runRequest(thrice, { topic: 'x' })

    const stopping = run(request, { signal: cancel.signal })
    await expect.poll(() => mockProvider.requests.length).toBe(2)
    cancel.abort()
    const stopped = await stopping
    const rest = await run(goingOn(request))

    expect(stopped.outcome.type).toBe('cancelled')
    expect(rest.outcome.type).toBe('success')
    expect(asked(mockProvider.requests)).toEqual(['One', 'Two', 'Two', 'Three'])
  })

  test('resumes at the failed step and keeps the writes of its siblings', async () => {
    const document: GraphDocument = graph({
      state: {
        topic: { type: 'string' },
        left: { type: 'string' },
        right: { type: 'string' },
        text: { type: 'string' },
      },
      output: ['left', 'right', 'text'],
      nodes: {
        one: modelNode('One'),
        left: modelNode('Left', { output: { text: 'left' } }),
        right: modelNode('Right', { output: { text: 'right' } }),
        last: modelNode('Last: {{left}} {{right}}'),
      },
      edges: [
        'start > one',
        'one > left',
        'one > right',
        'left > last',
        'right > last',
        'last > end',
      ],
    })
    const { engine, run, mockProvider } = await startHarness({
      script: [
        { match: 'Right', reply: { fault: '400' }, times: 1 },
        { match: 'Left', reply: 'port' },
        { match: 'Right', reply: 'starboard' },
        ...said,
      ],
    })
    const request = runRequest(document, { topic: 'x' })
    const answer = mockProvider.hold('Right')
    const { sink } = recordingSink((event) => {
      if (event.type === 'node-end' && event.node === 'left') answer()
    })

    const stopped = await engine.execute(request, sink)
    const rest = await run(goingOn(request))

    expect(stopped).toMatchObject({ type: 'error', error: { code: 'BAD_REQUEST' } })
    expect(rest.outcome).toMatchObject({
      type: 'success',
      output: { left: 'port', right: 'starboard', text: 'Said.' },
    })
    expect(stepsOf(rest)).toEqual(['1 right', '2 last'])
    const calls = asked(mockProvider.requests).toSorted((a = '', b = '') => a.localeCompare(b))
    expect(calls).toEqual(['Last', 'Left', 'One', 'Right', 'Right'])
  })

  test('after its process died before the first checkpoint of the resumed run', async () => {
    const { run, mockProvider } = await startHarness({ script: said })
    const request = runRequest(thrice, { topic: 'x' }, { budget: { tokens: 1 } })
    await run(request)

    const rest = await run(goingOn(request, { start: { type: 'continue' }, attempt: 2 }))

    expect(rest.outcome.type).toBe('success')
    expect(stepsOf(rest)).toEqual(['1 two', '2 three'])
    expect(asked(mockProvider.requests)).toEqual(['One', 'Two', 'Three'])
  })

  test('resumes in the middle of an agent without repeating its earlier calls', async () => {
    const { run, mockProvider } = await startHarness({
      tools: [calculator],
      script: calculatesAndSays('It is 42.'),
    })
    const request = runRequest(calculatingAgent(), calculation, { budget: { tokens: 1 } })

    const stopped = await run(request)
    const rest = await run(goingOn(request))

    expect(stopped.outcome).toMatchObject({ error: { code: 'BUDGET_EXCEEDED' } })
    expect(rest.outcome).toMatchObject({
      type: 'success',
      output: { messages: [{}, {}, { content: '42' }, { content: 'It is 42.' }] },
    })
    expect(mockProvider.requests).toHaveLength(2)
    const tools = [stopped, rest].flatMap(({ spans }) =>
      spans.filter(({ kind, status }) => kind === 'tool' && status === 'success'),
    )
    expect(tools).toHaveLength(1)
  })
})
