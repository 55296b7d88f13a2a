import { expect, test } from 'vitest'
import { openedFor } from '../../testing/databases.ts'
import { inTurn } from './start-gate.ts'

const db = openedFor('sqlite')
const refusal = () => new Error('OVERLOADED')

test('runs requests in arrival order and limits how many run at once', async () => {
  const begun: number[] = []
  const steps = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const work = (at: number) => async () => {
    begun.push(at)
    await steps[at]?.promise
  }
  const options = { atOnce: 2, mostWaitMs: 60_000 }
  const all = steps.map((_, at) => inTurn(db(), work(at), refusal, options))

  expect(begun).toEqual([0, 1])
  steps[1]?.resolve()
  await all[1]
  expect(begun).toEqual([0, 1, 2])

  for (const step of steps) step.resolve()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('rejects a request that waits too long and serves later ones', async () => {
  const step = Promise.withResolvers<string>()
  const options = { atOnce: 1, mostWaitMs: 5 }
  const first = inTurn(db(), () => step.promise, refusal, options)

  await expect(inTurn(db(), async () => 'second', refusal, options)).rejects.toThrow('OVERLOADED')
  step.resolve('first')

  expect(await first).toBe('first')
  expect(await inTurn(db(), async () => 'third', refusal, options)).toBe('third')
})

test('a failed request releases its slot', async () => {
  const options = { atOnce: 1, mostWaitMs: 60_000 }
  const failing = inTurn(db(), () => Promise.reject(new Error('no such agent')), refusal, options)
  const next = inTurn(db(), async () => 'next', refusal, options)

  await expect(failing).rejects.toThrow('no such agent')
  expect(await next).toBe('next')
})
