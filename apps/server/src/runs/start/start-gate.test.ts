import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openedFor } from '../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'
import { enterGate } from './start-gate.ts'

const db = openedFor('sqlite')
const refusal = () => new Error('OVERLOADED')

/** Runs the work in a slot of the gate. */
async function inTurn<T>(work: () => Promise<T>, options: { atOnce: number; mostWaitMs: number }) {
  const leave = await enterGate(db(), refusal, options)
  try {
    return await work()
  } finally {
    leave()
  }
}

test('runs requests in arrival order and limits how many run at once', async () => {
  const begun: number[] = []
  const steps = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const work = (at: number) => async () => {
    begun.push(at)
    await steps[at]?.promise
  }
  const options = { atOnce: 2, mostWaitMs: 60_000 }
  const all = steps.map((_, at) => inTurn(work(at), options))

  await nextTurn()
  expect(begun).toEqual([0, 1])
  steps[1]?.resolve()
  await all[1]
  await nextTurn()
  expect(begun).toEqual([0, 1, 2])

  for (const step of steps) step.resolve()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('rejects a request that waits too long and serves later ones', async () => {
  const step = Promise.withResolvers<string>()
  const options = { atOnce: 1, mostWaitMs: 5 }
  const first = inTurn(() => step.promise, options)

  await expect(inTurn(async () => 'second', options)).rejects.toThrow('OVERLOADED')
  step.resolve('first')

  expect(await first).toBe('first')
  expect(await inTurn(async () => 'third', options)).toBe('third')
})

test('a failed request releases its slot', async () => {
  const options = { atOnce: 1, mostWaitMs: 60_000 }
  const failing = inTurn(() => Promise.reject(new Error('no such agent')), options)
  const next = inTurn(async () => 'next', options)

  await expect(failing).rejects.toThrow('no such agent')
  expect(await next).toBe('next')
})

test('rejects further requests with 429 and Retry-After while too many wait', async () => {
  const { url, close } = await createTestApp(db()).serve()
  onTestFinished(close)
  const step = Promise.withResolvers<void>()
  const options = { atOnce: 1, mostWaitMs: 60_000 }
  const crowd = Array.from({ length: 65 }, () => inTurn(() => step.promise, options))
  const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' }
  const post = (path: string) => fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' })

  const paths = ['/api/runs', '/rpc/runs/start', '/langgraph/runs/wait']
  const answers = await Promise.all(paths.map(post))
  const other = await fetch(`${url}/api/runs`, { headers })
  step.resolve()
  await Promise.all(crowd)
  const later = await post('/api/runs')

  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(answers.map((answer) => answer.headers.get('retry-after'))).toEqual(['1', '1', '1'])
  expect(other.status).toBe(200)
  expect(later.status).not.toBe(429)
})
