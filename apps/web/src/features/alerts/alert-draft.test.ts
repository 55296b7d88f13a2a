import { expect, test } from 'vitest'
import type { AlertMeasure } from '@lathe/contract'
import { draftFor, toDraft, emptyDraft, isDrawable, toRule, fieldProblems } from './alert-draft.ts'

test.each<[AlertMeasure, number | string, number]>([
  ['error-rate', 7, 0.07],
  ['error-rate', '12.5', 0.125],
  ['p95', 2_000, 2_000],
  ['cost', 0.07, 70_000_000],
  ['count', 5, 5],
])('%s typed as %s is stored as %s and shown as typed', (measure, input, threshold) => {
  const rule = toRule({ ...emptyDraft, measure, threshold: input })

  expect(rule.threshold).toBe(threshold)
  const savedAlert = { ...rule, threshold, name: 'x', webhookUrl: null, isMuted: false }
  expect(toDraft({ ...unreadAlert, ...savedAlert }).threshold).toBe(Number(input))
})

const unreadAlert = {
  id: '0190a000-0000-7000-8000-000000000000',
  hasSecret: false,
  createdAt: 0,
  updatedAt: 0,
  state: 'waiting' as const,
  value: null,
  count: null,
  evaluatedAt: null,
  problem: null,
  recent: [],
  incident: null,
  delivery: null,
}

test('omits values typed for another measure', () => {
  const input = { ...emptyDraft, feedbackKey: 'thumbs', minCount: 5, threshold: '' }

  expect(toRule({ ...input, measure: 'feedback' })).toMatchObject({
    feedbackKey: 'thumbs',
    minCount: 5,
    threshold: null,
  })
  expect(toRule({ ...input, measure: 'count' })).toMatchObject({ feedbackKey: null, minCount: 1 })
})

test('previews the rule once it is complete', () => {
  const rule = toRule(emptyDraft)

  expect(isDrawable(rule)).toBe(true)
  expect(isDrawable({ ...rule, filter: 'latency:slow' })).toBe(false)
  expect(isDrawable({ ...rule, measure: 'feedback' })).toBe(false)
})

test('shows an error at its field, and elsewhere only without a shown field', () => {
  const createZodError = (path: string) => ({
    message: 'No',
    data: { issues: [{ path, message: 'bad' }] },
  })

  expect(fieldProblems(createZodError('threshold'), ['threshold'])).toEqual({
    fields: { threshold: 'bad' },
    rest: undefined,
  })
  expect(fieldProblems(createZodError('filter'), ['threshold']).rest).toContain('bad')
  expect(fieldProblems(null, ['threshold'])).toEqual({ fields: {}, rest: undefined })
})

test.each([
  ['status:error', 'count'],
  ['agent:support -status:success', 'count'],
  ['agent:support', 'error-rate'],
  ['', 'error-rate'],
])('a new alert with filter %o starts with a meaningful measure', (filter, measure) => {
  expect(draftFor({ filter, name: '' }).measure).toBe(measure)
})
