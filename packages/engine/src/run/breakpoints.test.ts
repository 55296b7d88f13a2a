import { describe, expect, test } from 'vitest'
import { breakpointOf, inARow, letGo } from '../testing/counting.ts'
import { graph } from '../testing/documents.ts'
import {
  eventsOf,
  ofKind,
  type Recorded,
  runRequest,
  startHarness,
} from '../testing/run-harness.ts'

const nodesOf = (recorded: Recorded) => eventsOf(recorded, 'node-start').map(({ node }) => node)

describe('a breakpoint before a node', () => {
  test('stops the run there and reports the state and the next nodes', async () => {
    const { run } = await startHarness()

    const stopped = await run(
      runRequest(inARow('a', 'b', 'c'), { topic: 'x' }, { runOptions: { interruptBefore: ['b'] } }),
    )

    expect(breakpointOf(stopped)).toMatchObject({ node: 'b', nodes: ['b'], when: 'before' })
    expect(nodesOf(stopped)).toEqual(['a'])
    expect(eventsOf(stopped, 'state').at(-1)).toMatchObject({
      channels: { seen: ['a'] },
      next: ['b'],
    })
    expect(eventsOf(stopped, 'interrupt')).toHaveLength(1)
    expect(ofKind(stopped, 'agent')).toMatchObject([{ status: 'interrupted', endedAt: null }])
  })

  test('lets a resumed run continue to the next breakpoint and to its end', async () => {
    const { run } = await startHarness()
    const options = { interruptBefore: ['a', 'c'] }
    const request = runRequest(inARow('a', 'b', 'c'), { topic: 'x' }, { runOptions: options })

    const first = await run(request)
    const second = await run(letGo(request, first))
    const rest = await run(letGo(request, second))

    expect([first, second].map((one) => breakpointOf(one).node)).toEqual(['a', 'c'])
    expect([first, second, rest].map(nodesOf)).toEqual([[], ['a', 'b'], ['c']])
    expect(rest.outcome).toMatchObject({ type: 'success', output: { seen: ['a', 'b', 'c'] } })
  })

  test('stops every round of a loop', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number', reducer: 'sum', default: 0 } },
      nodes: {
        add: { kind: 'set', values: { n: { value: 1 } } },
        enough: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'again', when: 'n < 2' }] },
          else: 'done',
        },
      },
      edges: ['start > add', 'add > enough', 'enough.again > add', 'enough.done > end'],
    })
    const request = runRequest(document, { n: 0 }, { runOptions: { interruptBefore: ['add'] } })

    const first = await run(request)
    const second = await run(letGo(request, first))
    const rest = await run(letGo(request, second))

    expect(breakpointOf(first).id).not.toBe(breakpointOf(second).id)
    expect(rest.outcome).toMatchObject({ type: 'success', output: { n: 2 } })
  })

  test('stops before all nodes of the same superstep', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number', reducer: 'sum', default: 0 } },
      nodes: {
        left: { kind: 'set', title: 'The left', values: { n: { value: 1 } } },
        right: { kind: 'set', values: { n: { value: 10 } } },
      },
      edges: ['start > left', 'start > right', 'left > end', 'right > end'],
    })
    const options = { interruptBefore: ['left', 'right'] }
    const request = runRequest(document, { n: 0 }, { runOptions: options })

    const stopped = await run(request)
    const rest = await run(letGo(request, stopped))

    expect(breakpointOf(stopped)).toMatchObject({
      nodes: ['left', 'right'],
      title: 'The left, right',
    })
    expect(nodesOf(stopped)).toEqual([])
    expect(rest.outcome).toMatchObject({ type: 'success', output: { n: 11 } })
  })

  test('stops once before all copies of a fan-out', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { items: { type: 'array' }, seen: { type: 'array', reducer: 'append', default: [] } },
      nodes: { each: { kind: 'set', values: { seen: { expression: '[item]' } } } },
      edges: [
        { from: 'start', to: 'each', each: { of: 'items', as: 'item', max: 5 } },
        'each > end',
      ],
    })
    const options = { interruptBefore: ['each'] }
    const request = runRequest(document, { items: [1, 2] }, { runOptions: options })

    const stopped = await run(request)
    const rest = await run(letGo(request, stopped))

    expect(breakpointOf(stopped).nodes).toEqual(['each'])
    expect(rest.outcome).toMatchObject({ output: { seen: [1, 2] } })
  })

  test('stops before a question node and asks the question on resume', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { topic: { type: 'string' }, said: { type: 'string' } },
      nodes: {
        check: {
          kind: 'ask',
          message: 'Well?',
          decisions: [{ port: 'yes' }],
          writes: { said: 'decision' },
        },
      },
      edges: ['start > check', 'check.yes > end'],
    })
    const request = runRequest(
      document,
      { topic: 'x' },
      { runOptions: { interruptBefore: ['check'] } },
    )

    const stopped = await run(request)
    const asked = await run(letGo(request, stopped))
    const interrupts = asked.outcome.type === 'interrupted' ? asked.outcome.interrupts : []
    const answers = {
      [interrupts[0]?.id ?? '']: { kind: 'ask', decision: 'yes', values: {} } as const,
    }
    const rest = await run({ ...request, start: { type: 'answers', answers } })

    expect(interrupts).toMatchObject([{ kind: 'ask', node: 'check' }])
    expect(rest.outcome).toMatchObject({ type: 'success', output: { said: 'yes' } })
  })
})

describe('a breakpoint after a node', () => {
  test('stops the run with the writes of the node', async () => {
    const { run } = await startHarness()
    const options = { interruptAfter: ['a'] }
    const request = runRequest(inARow('a', 'b'), { topic: 'x' }, { runOptions: options })

    const stopped = await run(request)
    const rest = await run(letGo(request, stopped))

    expect(breakpointOf(stopped)).toMatchObject({ node: 'a', when: 'after' })
    expect(eventsOf(stopped, 'state').at(-1)).toMatchObject({
      channels: { seen: ['a'] },
      writers: { seen: ['a'] },
      next: ['b'],
    })
    expect(nodesOf(rest)).toEqual(['b'])
    expect(rest.outcome).toMatchObject({ type: 'success', output: { seen: ['a', 'b'] } })
  })

  test('ends the run at a breakpoint after the last node', async () => {
    const { run } = await startHarness()
    const options = { interruptAfter: ['b'] }

    const { outcome } = await run(
      runRequest(inARow('a', 'b'), { topic: 'x' }, { runOptions: options }),
    )

    expect(outcome).toMatchObject({ type: 'success', output: { seen: ['a', 'b'] } })
  })

  test('stops once for breakpoints after a node and before the next', async () => {
    const { run } = await startHarness()
    const options = { interruptAfter: ['a'], interruptBefore: ['b'] }
    const request = runRequest(inARow('a', 'b'), { topic: 'x' }, { runOptions: options })

    const stopped = await run(request)
    const rest = await run(letGo(request, stopped))

    expect(breakpointOf(stopped).when).toBe('after')
    expect(rest.outcome.type).toBe('success')
  })
})

describe('a recovered run', () => {
  const options = { interruptBefore: ['b'], interruptAfter: ['c'] }

  test('stops again at the breakpoint of the crash', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c', 'd'), { topic: 'x' }, { runOptions: options })
    const stopped = await run(request)

    const again = await run({ ...request, start: { type: 'continue' }, attempt: 2 })

    expect(breakpointOf(again)).toMatchObject({ id: breakpointOf(stopped).id, node: 'b' })
    expect(nodesOf(again)).toEqual([])
  })

  test('passes the breakpoint it was resumed from and stops at the next', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c', 'd'), { topic: 'x' }, { runOptions: options })
    const first = await run(request)
    const goingOn = letGo(request, first)
    const second = await run(goingOn)

    const again = await run({ ...goingOn, attempt: 2 })
    const rest = await run(letGo(request, again))

    expect(breakpointOf(again)).toMatchObject({
      id: breakpointOf(second).id,
      node: 'c',
      when: 'after',
    })
    expect([again, rest].map(nodesOf)).toEqual([[], ['d']])
    expect(rest.outcome.type).toBe('success')
  })
})
