import { expect, test } from 'vitest'
import { makePlan, row } from '../testing.ts'
import { describeSettings } from './run-settings.tsx'

test('shows settings that differ from the defaults', () => {
  expect(describeSettings(makePlan())).toEqual([])
  expect(
    describeSettings(
      makePlan({ repeats: 3, judgeBudget: { tokens: 5 }, batch: true, reuse: false }),
    ),
  ).toEqual(['3 repeats', 'budget', 'batch', 'no reuse'])
})

test('shows the recording setting only if a case has a recording', () => {
  const lifted = { ...row('one'), traceId: '0198c0de-7000-7000-8000-000000000001' }

  expect(describeSettings(makePlan({ sameRecording: true }))).toEqual([])
  expect(describeSettings(makePlan({ sameRecording: true, cases: [lifted] }))).toEqual([
    'recordings',
  ])
})
