import { listMetrics } from '@lathe/verdicts'
import { expect, test } from 'vitest'
import { planWith, promptColumn } from '../../testing/comparison-app.ts'
import { concludeInWorker, type VerdictRequest } from './verdict-worker.ts'

const [metric] = listMetrics([
  {
    key: 'tides',
    name: 'Tides',
    evaluator: { kind: 'contains', texts: ['tides'], require: 'all', ignoreCase: true },
  },
])

const createRequest = (...names: string[]): VerdictRequest => {
  if (!metric) throw new Error('An evaluator is a metric')
  const plan = planWith({ variants: names.map((name) => promptColumn(name, 'Tides?')) })
  return { plan, grid: [], metric }
}

test('computes the verdicts of concurrent requests separately', async () => {
  const answers = await Promise.all([
    concludeInWorker(createRequest('a', 'b')),
    concludeInWorker(createRequest('c')),
    concludeInWorker(createRequest('d', 'e', 'f')),
  ])

  expect(answers.map((variants) => variants.map(({ variant }) => variant))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d', 'e', 'f'],
  ])
})

test('rejects only the request that fails', async () => {
  const invalidRequest = { ...createRequest('a'), grid: null } as unknown as VerdictRequest

  const [failed, next] = await Promise.allSettled([
    concludeInWorker(invalidRequest),
    concludeInWorker(createRequest('b')),
  ])

  expect(failed.status).toBe('rejected')
  expect(next).toMatchObject({ status: 'fulfilled', value: [{ variant: 'b' }] })
})

test('drops aborted requests and answers the next one', async () => {
  const abort = new AbortController()
  const firstRequest = concludeInWorker(createRequest('a'), abort.signal)
  const secondRequest = concludeInWorker(createRequest('b'), abort.signal)
  const next = concludeInWorker(createRequest('c'))
  const all = Promise.allSettled([firstRequest, secondRequest])
  // By now the first request is sent and has no answer.
  await new Promise((resolve) => process.nextTick(resolve))
  abort.abort()

  const dropped = await all

  expect(dropped.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await next).toMatchObject([{ variant: 'c' }])
  await expect(concludeInWorker(createRequest('d'), abort.signal)).rejects.toThrow(
    'no longer needed',
  )
})
