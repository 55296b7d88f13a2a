import { expect, test } from 'vitest'
import { KeyedLocks } from './keyed-locks.ts'

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

test('work on one key runs in the order of arrival', async () => {
  const locks = new KeyedLocks()
  const order: number[] = []

  await Promise.all(
    [30, 10, 0].map((wait, index) =>
      locks.hold(['a'], async () => {
        await turns(wait)
        order.push(index)
      }),
    ),
  )

  expect(order).toEqual([0, 1, 2])
})

test('work on other keys does not wait', async () => {
  const locks = new KeyedLocks()
  const { promise, resolve } = Promise.withResolvers<void>()
  const blocked = locks.hold(['a'], () => promise)

  expect(await locks.hold(['b'], async () => 'free')).toBe('free')

  resolve()
  await blocked
})

test('work on several keys waits for all of them without a deadlock', async () => {
  const locks = new KeyedLocks()
  const order: string[] = []
  const work = (name: string) => async () => {
    await turns(5)
    order.push(name)
  }

  await Promise.all([
    locks.hold(['a', 'b'], work('first')),
    locks.hold(['b', 'a'], work('second')),
    locks.hold(['b'], work('third')),
  ])

  expect(order).toEqual(['first', 'second', 'third'])
})

test('failed work releases its keys', async () => {
  const locks = new KeyedLocks()
  const failed = locks.hold(['a'], () => Promise.reject(new Error('no')))
  const next = locks.hold(['a'], async () => 'done')

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
