import type { RunEvent } from '@lathe/contract'
import { expect, test, vi } from 'vitest'
import type { OpenEvents } from '../../../lib/api/follow-events.ts'
import { body, numberEvents } from '../../../testing/event-factory.ts'
import { followRun, createRunStore } from './run-store.ts'

const events = numberEvents([
  body.status('running'),
  body.token('Hel'),
  body.token('lo'),
  body.status('success'),
])

async function* replay(items: readonly RunEvent[], failure?: Error) {
  for (const item of items) yield item
  if (failure) throw failure
}

const follow = (open: OpenEvents, signal = new AbortController().signal) => {
  const store = createRunStore()
  return { store, done: followRun(store, open, signal) }
}

test('a run is followed to its end without further requests', async () => {
  const open = vi.fn<OpenEvents>(async () => replay(events))
  const { store, done: finished } = follow(open)

  await finished

  expect(store.getState().view.messages['m1']?.text).toBe('Hello')
  expect(store.getState().link).toEqual({ state: 'closed' })
  expect(open).toHaveBeenCalledTimes(1)
})

test('a broken connection resumes after the last event', async () => {
  const requests: number[] = []
  const { store, done: finished } = follow(async (after) => {
    requests.push(after)
    return after === 0 ? replay(events.slice(0, 2), new Error('network')) : replay(events)
  })

  await finished

  expect(requests).toEqual([0, 2])
  expect(store.getState().view.messages['m1']?.text).toBe('Hello')
})

test('a lost connection reports since when', async () => {
  const controller = new AbortController()
  const { store, done: finished } = follow(async () => {
    throw new TypeError('Failed to fetch')
  }, controller.signal)

  await expect.poll(() => store.getState().link.state).toBe('lost')

  controller.abort()
  await finished
})

test('a stream that ends before the run is reopened', async () => {
  const streams = [events.slice(0, 1), events.slice(1)]
  const { store, done: finished } = follow(async () => replay(streams.shift() ?? []))

  await finished

  expect(store.getState().view.status).toBe('success')
})

test('a silent stream is reopened without being reported as lost', async () => {
  vi.useFakeTimers()
  const requests: number[] = []
  const links: string[] = []
  const { store, done: finished } = follow(async (after, signal) => {
    requests.push(after)
    if (after > 0) return replay(events)
    async function* silent() {
      yield* events.slice(0, 2)
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    }
    return silent()
  })
  store.subscribe(({ link }) => links.push(link.state))

  await vi.advanceTimersByTimeAsync(30_000)
  await finished

  expect(requests).toEqual([0, 2])
  expect(links).not.toContain('lost')
  expect(store.getState().view.status).toBe('success')
})

test('following a missing run fails', async () => {
  const error = Object.assign(new Error('No such run'), { code: 'NO_SUCH_RUN' })
  const { store, done: finished } = follow(async () => {
    throw error
  })

  await finished

  expect(store.getState().link).toEqual({ state: 'failed', error })
})

test('following stops when the reader leaves', async () => {
  const controller = new AbortController()
  const { store, done: finished } = follow(async (_after, signal) => {
    async function* endless() {
      yield* events.slice(0, 1)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    return endless()
  }, controller.signal)
  await expect.poll(() => store.getState().view.status).toBe('running')

  controller.abort()
  await finished

  expect(store.getState().view.status).toBe('running')
})
