import { expect, test } from 'vitest'
import { planOf, row } from '../testing.ts'
import { settingsTold } from './run-settings.tsx'

test('shows settings that differ from the defaults', () => {
  expect(settingsTold(planOf())).toEqual([])
  expect(
    settingsTold(planOf({ repeats: 3, judgeBudget: { tokens: 5 }, batch: true, reuse: false })),
  ).toEqual(['3 repeats', 'budget', 'batch', 'no reuse'])
})

test('shows the recording setting only if a case has a recording', () => {
  const lifted = { ...row('one'), traceId: '0198c0de-7000-7000-8000-000000000001' }

  expect(settingsTold(planOf({ sameTape: true }))).toEqual([])
  expect(settingsTold(planOf({ sameTape: true, cases: [lifted] }))).toEqual(['recordings'])
})
