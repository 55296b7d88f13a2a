import { describe, expect, test } from 'vitest'
import type { RunSink } from '../../record/recorder.ts'
import { saveQueue } from './save-queue.ts'

/** A sink that stores records when the test releases them. */
function slowSink() {
  const stored = Promise.withResolvers<void>()
  const asked: boolean[] = []
  const sink: RunSink = {
    event() {},
    span() {},
    exchange() {},
    flushed: (atOnce) => {
      asked.push(atOnce)
      return stored.promise
    },
  }
  return { sink, asked, stored: () => stored.resolve() }
}

test('saves only recorded checkpoints, in order', async () => {
  const { sink, stored } = slowSink()
  const queue = saveQueue(sink, false)
  const saved: number[] = []
  for (const number of [1, 2, 3]) queue.add('', false, async () => void saved.push(number))

  await Promise.resolve()
  const before = [...saved]
  stored()
  await queue.done()

  expect(before).toEqual([])
  expect(saved).toEqual([1, 2, 3])
})

test('passes on checkpoints saved with the record at once, and flushes only before more is spent', async () => {
  const { sink, asked } = slowSink()
  const queue = saveQueue(sink, true)
  const saved: number[] = []
  // Stays open until its transaction ends.
  const waits = () => new Promise<never>(() => undefined)
  for (const number of [1, 2, 3]) {
    queue.add('', number === 3, () => {
      saved.push(number)
      return waits()
    })
  }

  await queue.done()
  const beforeMore = [...asked]
  void queue.beforeSpending()
  await new Promise((resolve) => setImmediate(resolve))

  expect(saved).toEqual([1, 2, 3])
  expect(beforeMore).toEqual([])
  expect(asked).toEqual([true])
})

describe.each([true, false])(
  'the queue of checkpoints, saved with the record: %s',
  (isTogether) => {
    test('reports failed saves at the end', async () => {
      const { sink, stored } = slowSink()
      const queue = saveQueue(sink, isTogether)
      queue.add('', false, async () => {
        throw new Error('The disk is full')
      })
      stored()
      await new Promise((resolve) => setImmediate(resolve))

      await expect(queue.done()).rejects.toThrow('The disk is full')
    })

    test('flushes for a reader of the checkpoints', async () => {
      const { sink, asked, stored } = slowSink()
      const queue = saveQueue(sink, isTogether)
      const saved: string[] = []
      const storing = isTogether ? sink.flushed(true) : Promise.resolve()
      queue.add('agent', false, async () => {
        await storing
        saved.push('agent')
      })

      const reading = queue.saved('agent').then(() => [...saved])
      stored()

      expect(await reading).toEqual(['agent'])
      expect(asked.at(-1)).toBe(true)
      expect([queue.hasSaves('agent'), queue.hasSaves('other')]).toEqual([true, false])
    })
  },
)

test('blocks spending until the run itself is stored', async () => {
  const there = Promise.withResolvers<void>()
  const queue = saveQueue({ ...slowSink().sink, stored: () => there.promise }, true)
  let isSpending = false
  const spending = queue.beforeSpending().then(() => (isSpending = true))
  await new Promise((resolve) => setImmediate(resolve))

  expect(isSpending).toBe(false)
  there.resolve()
  await spending
})

test('blocks spending for a run that is refused', async () => {
  const queue = saveQueue(
    { ...slowSink().sink, stored: () => Promise.reject(new Error('No')) },
    true,
  )

  await expect(queue.beforeSpending()).rejects.toThrow('No')
})

test('sends checkpoints one by one to a saver that keeps no order', async () => {
  const { sink, stored } = slowSink()
  const queue = saveQueue(sink, false)
  const first = Promise.withResolvers<void>()
  const begun: number[] = []
  queue.add('', false, async () => {
    begun.push(1)
    await first.promise
  })
  queue.add('', false, async () => void begun.push(2))
  stored()
  await new Promise((resolve) => setImmediate(resolve))

  expect(begun).toEqual([1])
  first.resolve()
  await queue.done()
  expect(begun).toEqual([1, 2])
})
