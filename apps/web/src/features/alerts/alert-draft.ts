import type { Alert, AlertRule } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { alertMeasures } from '../../lib/format/alert-labels.ts'
import { describeError } from '../../lib/api/describe-error.ts'

/** The state of the alert form. The threshold is kept as typed. */
export type AlertDraft = Omit<AlertRule, 'threshold' | 'feedbackKey'> & {
  name: string
  feedbackKey: string
  threshold: number | string
  webhookUrl: string
  /** The newly typed secret. The stored one is never shown. */
  secret: string
  isMuted: boolean
}

export const emptyDraft: AlertDraft = {
  name: '',
  filter: '',
  measure: 'error-rate',
  feedbackKey: '',
  comparison: 'above',
  threshold: '',
  window: '15m',
  minCount: 1,
  webhookUrl: '',
  secret: '',
  isMuted: false,
}

/** An error rate is meaningless for traces of a single status. */
export const draftFor = ({ filter, name }: { filter: string; name: string }): AlertDraft => ({
  ...emptyDraft,
  filter,
  name,
  measure: /(^|[\s(])-?status:/.test(filter) ? 'count' : emptyDraft.measure,
})

export const toDraft = (alert: Alert): AlertDraft => ({
  name: alert.name,
  filter: alert.filter,
  measure: alert.measure,
  feedbackKey: alert.feedbackKey ?? '',
  comparison: alert.comparison,
  // Round to 12 digits: 0.07 / 0.01 is 7.000000000000001.
  threshold: Number((alert.threshold / alertMeasures[alert.measure].unit.scale).toPrecision(12)),
  window: alert.window,
  minCount: alert.minCount,
  webhookUrl: alert.webhookUrl ?? '',
  secret: '',
  isMuted: alert.isMuted,
})

export type RuleDraft = Omit<AlertRule, 'threshold'> & { threshold: number | null }

export function toRule(draft: AlertDraft): RuleDraft {
  const { filter, measure, feedbackKey, comparison, threshold, window, minCount } = draft
  return {
    filter: filter.trim(),
    measure,
    feedbackKey: measure === 'feedback' ? feedbackKey.trim() || null : null,
    comparison,
    threshold: parseThreshold(measure, threshold),
    window,
    minCount: measure === 'count' ? 1 : minCount,
  }
}

const parseThreshold = (measure: AlertRule['measure'], input: number | string): number | null => {
  const parsed = typeof input === 'number' ? input : Number.parseFloat(input)
  if (!Number.isFinite(parsed)) return null
  return Number((parsed * alertMeasures[measure].unit.scale).toPrecision(12))
}

/** Whether the rule is complete enough for a preview. */
export const isDrawable = ({ filter, measure, feedbackKey }: RuleDraft): boolean =>
  parseFilter(filter).problems.length === 0 && (measure !== 'feedback' || feedbackKey !== null)

/** The server's error for each field. `rest` is the message if no shown field is affected. */
export function fieldProblems(error: unknown, shownFields: readonly string[]) {
  const data: unknown = Reflect.get(Object(error), 'data')
  const issues: unknown = Reflect.get(Object(data), 'issues')
  const fields: Record<string, string> = {}
  for (const issue of Array.isArray(issues) ? issues : []) {
    const path = String(Reflect.get(Object(issue), 'path'))
    if (shownFields.includes(path)) fields[path] = String(Reflect.get(Object(issue), 'message'))
  }
  const isAssigned = !error || Object.keys(fields).length > 0
  return { fields, rest: isAssigned ? undefined : describeError(error).message }
}
