import { listMetrics } from '@lathe/verdicts'
import { expect, test } from 'vitest'
import { planWith, promptColumn } from '../../testing/comparison-app.ts'
import { concludeApart, type VerdictQuestion } from './conclude-apart.ts'

const [passes] = listMetrics([
  {
    key: 'tides',
    name: 'Tides',
    evaluator: { kind: 'contains', texts: ['tides'], require: 'all', ignoreCase: true },
  },
])

const about = (...names: string[]): VerdictQuestion => {
  if (!passes) throw new Error('a check is a yardstick')
  const plan = planWith({ variants: names.map((name) => promptColumn(name, 'Tides?')) })
  return { plan, grid: [], by: passes }
}

test('answers concurrent questions separately', async () => {
  const answers = await Promise.all([
    concludeApart(about('a', 'b')),
    concludeApart(about('c')),
    concludeApart(about('d', 'e', 'f')),
  ])

  expect(answers.map((variants) => variants.map(({ variant }) => variant))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d', 'e', 'f'],
  ])
})

test('fails only the question that cannot be answered', async () => {
  const broken = { ...about('a'), grid: null } as unknown as VerdictQuestion

  const [failed, next] = await Promise.allSettled([
    concludeApart(broken),
    concludeApart(about('b')),
  ])

  expect(failed.status).toBe('rejected')
  expect(next).toMatchObject({ status: 'fulfilled', value: [{ variant: 'b' }] })
})

test('drops an aborted question without affecting others', async () => {
  const abort = new AbortController()
  const begun = concludeApart(about('a'), abort.signal)
  const waiting = concludeApart(about('b'), abort.signal)
  const next = concludeApart(about('c'))
  const all = Promise.allSettled([begun, waiting])
  // By now the first question is sent and no answer has arrived.
  await new Promise((resolve) => process.nextTick(resolve))
  abort.abort()

  const left = await all

  expect(left.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await next).toMatchObject([{ variant: 'c' }])
  await expect(concludeApart(about('d'), abort.signal)).rejects.toThrow('no longer needed')
})
