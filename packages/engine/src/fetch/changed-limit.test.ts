import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConcurrencyLimiter, connectionQueue } from './concurrency.ts'
import { chatRequest, connectionTo } from '../testing/model-access.ts'

/** Calls of one connection that end when the test releases them, in the order they started. */
function turnstile() {
  const inside: { name: string; end: () => void }[] = []
  const enter = createConcurrencyLimiter(connectionQueue)(async ({ name }) => {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    inside.push({ name, end })
    await promise
    return new Response()
  })
  const call = (name: string, concurrency: number) =>
    enter(chatRequest(connectionTo('http://provider', { concurrency }), { name }))
  return { inside, call, names: () => inside.map(({ name }) => name) }
}

test('a lowered limit applies to calls that already wait', async () => {
  const { inside, call, names } = turnstile()
  const calls = ['a', 'b', 'c'].map((name) => call(name, 2))
  calls.push(call('d', 1))
  await expect.poll(names).toEqual(['a', 'b'])

  inside[0]?.end()
  await calls[0]
  await setImmediate()
  expect(names()).toEqual(['a', 'b'])

  inside[1]?.end()
  await expect.poll(names).toEqual(['a', 'b', 'c'])
  inside[2]?.end()
  await expect.poll(names).toEqual(['a', 'b', 'c', 'd'])
  inside[3]?.end()
  await Promise.all(calls)
})

test('a raised limit starts the calls that already wait first', async () => {
  const { inside, call, names } = turnstile()
  const calls = ['a', 'b', 'c'].map((name) => call(name, 1))
  await expect.poll(names).toEqual(['a'])

  calls.push(call('d', 3))

  await expect.poll(names).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'b', 'c', 'd']) {
    await expect.poll(names).toContain(name)
    inside.find((one) => one.name === name)?.end()
  }
  await Promise.all(calls)
})
