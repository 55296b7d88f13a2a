import type { RunError, RunEventBody } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { body, numberEvents, usage, uuid } from '../../testing/event-factory.ts'
import { reduceRun } from './reduce-run.ts'
import { emptyRunView } from './run-view.ts'

const view = (...bodies: RunEventBody[]) => reduceRun(emptyRunView, numberEvents(bodies))

const failure: RunError = { code: 'RATE_LIMITED', message: 'Too many requests', retryable: true }

describe('the run', () => {
  test('starts the run when it stops waiting and ends it once', () => {
    const ended = view(body.status('pending'), body.status('running'), body.status('success'))

    expect(ended).toMatchObject({ status: 'success', startedAt: 2_000, endedAt: 3_000, lastSeq: 3 })
  })

  test('keeps a run open while it waits for a person', () => {
    expect(view(body.status('running'), body.status('interrupted')).endedAt).toBeNull()
  })

  test('keeps the error of a failed run', () => {
    expect(view(body.status('error', { error: failure })).error).toEqual(failure)
  })

  test('ignores events it has already applied', () => {
    const events = numberEvents([body.status('running'), body.token('Hel'), body.token('lo')])
    const once = reduceRun(emptyRunView, events)

    expect(reduceRun(once, events)).toBe(once)
  })

  test('produces the same view for single and batched events', () => {
    const events = numberEvents([
      body.status('running'),
      body.start('answer'),
      body.token('Hi'),
      body.tool('start'),
      body.end('answer'),
      body.status('success'),
    ])
    const oneByOne = events.reduce((before, event) => reduceRun(before, [event]), emptyRunView)

    expect(oneByOne).toEqual(reduceRun(emptyRunView, events))
  })

  test('keeps the newest value of each channel', () => {
    const { channels } = view(body.state({ a: 1, b: 1 }), body.state({ b: 2 }))

    expect(channels).toEqual({ a: 1, b: 2 })
  })
})

describe('nodes', () => {
  test('measures a node from start to end', () => {
    const running = view(body.status('running'), body.start('plan', { superstep: 3 }))
    const ended = reduceRun(running, numberEvents([body.end('plan', { durationMs: 42 })], 3))

    expect(running.nodes['plan']).toMatchObject({ status: 'running', running: 1, supersteps: [3] })
    expect(running.nodes['plan']?.runningSince).toBe(2_000)
    expect(ended.nodes['plan']).toMatchObject({ status: 'success', running: 0, durationMs: 42 })
    expect(ended.nodes['plan']?.runningSince).toBeNull()
  })

  test('counts the copies of a fan-out and runs the node until the last one ends', () => {
    const copies = [1, 2, 3].map((n) => ({ spanId: uuid(n), taskId: `t${n}` }))
    const all = view(...copies.map((copy) => body.start('search', copy)))
    const first = reduceRun(all, numberEvents([body.end('search', copies[0])], 4))
    const last = reduceRun(
      first,
      numberEvents([body.end('search', copies[1]), body.end('search', copies[2])], 5),
    )

    expect(first.nodes['search']).toMatchObject({ status: 'running', running: 2, count: 3 })
    expect(last.nodes['search']).toMatchObject({ status: 'success', running: 0, count: 3 })
    expect(last.nodes['search']?.durationMs).toBe(300)
  })

  test('keeps a node failed if one copy failed and later ones succeeded', () => {
    const a = { spanId: uuid(1), taskId: 'a' }
    const b = { spanId: uuid(2), taskId: 'b' }
    const { nodes } = view(
      body.start('search', a),
      body.start('search', b),
      body.end('search', { ...a, status: 'error', error: failure }),
      body.end('search', b),
    )

    expect(nodes['search']).toMatchObject({ status: 'error', error: failure })
  })

  test('clears an earlier error when a loop runs a node again', () => {
    const { nodes } = view(
      body.start('write'),
      body.end('write', { status: 'error', error: failure }),
      body.start('write', { spanId: uuid(2) }),
      body.end('write', { spanId: uuid(2) }),
    )

    expect(nodes['write']).toMatchObject({ status: 'success', error: null, count: 2 })
  })

  test('lists subgraph nodes as steps but highlights only the node on the canvas', () => {
    const { nodes, steps, stepOrder } = view(
      body.start('research'),
      body.start('research/search', { spanId: uuid(2) }),
    )

    expect(Object.keys(nodes)).toEqual(['research'])
    expect(nodes['research']?.count).toBe(1)
    expect(stepOrder.map((id) => steps[id]?.node)).toEqual(['research', 'research/search'])
  })

  test('ends running nodes when the run is cancelled', () => {
    const { nodes, steps } = view(body.start('plan'), body.status('cancelled'))

    expect(nodes['plan']).toMatchObject({ status: 'cancelled', running: 0 })
    expect(steps[uuid(1)]).toMatchObject({ status: 'cancelled', durationMs: 1 })
  })

  test('stops nodes lost in a crash before the next attempt', () => {
    const { nodes, transcript } = view(
      body.status('running'),
      body.start('plan'),
      body.token('half a sen', { taskId: 'task-plan', node: 'plan' }),
      body.status('running', { attempt: 2 }),
    )

    expect(nodes['plan']).toMatchObject({ status: 'cancelled', running: 0 })
    expect(transcript).toEqual([])
  })
})

describe('retries', () => {
  test('shows when the next retry is due until another event arrives', () => {
    const waiting = view(body.start('answer'), body.retry())
    const going = reduceRun(waiting, numberEvents([body.token('Hi')], 3))

    expect(waiting.nodes['answer']?.retry).toEqual({
      code: 'RATE_LIMITED',
      attempt: 2,
      maxAttempts: 3,
      dueAt: 4_002_000,
    })
    expect(going.nodes['answer']?.retry).toBeNull()
    expect(going.steps[uuid(1)]).toMatchObject({ retry: null, retries: 1 })
  })

  test('drops the text of a broken stream before it is sent again', () => {
    const { messages, transcript } = view(
      body.start('answer'),
      body.token('half a sen'),
      body.retry({ code: 'STREAM_INTERRUPTED' }),
      body.token('Whole sentence.', { messageId: 'm2' }),
    )

    expect(transcript).toEqual([{ type: 'message', id: 'm2' }])
    expect(messages['m2']?.text).toBe('Whole sentence.')
  })
})

describe('totals', () => {
  const cost = (total: number | null) => ({ total, input: null, output: null, priceId: null })

  test('sums model calls only, each once however often its span is sent', () => {
    const { usage: total, nodes } = view(
      body.start('answer'),
      body.span({ usage: usage(10, 0) }),
      body.span({ usage: usage(10, 5), endedAt: 2_000, cost: cost(7) }),
      body.span({ id: uuid(51), usage: usage(1, 1), endedAt: 2_000, cost: cost(3) }),
      body.span({ id: uuid(52), kind: 'chain', usage: usage(11, 6) }),
    )

    expect(total).toMatchObject({ input: 11, output: 6 })
    expect(nodes['answer']?.usage).toMatchObject({ input: 11, output: 6 })
  })

  test('credits calls inside a subgraph to the node on the canvas', () => {
    const { nodes } = view(
      body.start('research'),
      body.span({ node: 'research/model_request', usage: usage(3, 4) }),
    )

    expect(nodes['research']?.usage).toMatchObject({ input: 3, output: 4 })
  })

  test('returns no cost when a call has no price', () => {
    const priced = body.span({ endedAt: 1, cost: cost(7) })
    const unpriced = body.span({ id: uuid(51), endedAt: 1, cost: cost(null) })

    expect(view(priced).cost).toBe(7)
    expect(view(priced, unpriced)).toMatchObject({
      cost: null,
      pricedCost: 7,
      unpriced: 0,
      unmetered: 1,
    })
    expect(view(body.status('running')).cost).toBeNull()
  })

  test('keeps totals known after a failed call that used nothing', () => {
    const refused = body.span({ id: uuid(51), status: 'error', usage: null, endedAt: 1 })

    expect(view(body.span({ endedAt: 1, cost: cost(7) }), refused).cost).toBe(7)
  })

  test('marks totals unknown after a call that was cut off', () => {
    const brokenOff = body.span({
      id: uuid(51),
      status: 'error',
      usage: null,
      endedAt: 2,
      firstTokenAt: 1,
    })

    expect(view(body.span({ endedAt: 1, cost: cost(7) }), brokenOff).cost).toBeNull()
  })
})
