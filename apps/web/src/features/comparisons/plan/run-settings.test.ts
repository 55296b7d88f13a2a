import { expect, test } from 'vitest'
import { planOf, row } from '../testing.ts'
import { settingsTold } from './run-settings.tsx'

test('what runs otherwise than at first is told without opening it', () => {
  expect(settingsTold(planOf())).toEqual([])
  expect(
    settingsTold(planOf({ repeats: 3, judgeBudget: { tokens: 5 }, batch: true, reuse: false })),
  ).toEqual(['3 repeats', 'budget', 'batch', 'all anew'])
})

test('a tape is told where a case has one', () => {
  const lifted = { ...row('one'), traceId: '0198c0de-7000-7000-8000-000000000001' }

  expect(settingsTold(planOf({ sameTape: true }))).toEqual([])
  expect(settingsTold(planOf({ sameTape: true, cases: [lifted] }))).toEqual(['same tape'])
})
