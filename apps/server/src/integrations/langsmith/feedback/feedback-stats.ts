import { type JsonObject, isJsonObject } from '@lathe/contract'
import { mean, standardDeviation } from '@lathe/stats'
import type { WireFeedback } from './wire-feedback.ts'

/** Maximum number of comments returned per key. */
const COMMENTS = 20

/**
 * Statistics by key, in the format of LangSmith clients. Numbers are null for keys without scores.
 */
export const feedbackStats = (feedback: readonly WireFeedback[]): JsonObject =>
  Object.fromEntries(
    [...Map.groupBy(feedback, ({ key }) => key)].map(([key, group]) => [key, keyStats(group)]),
  )

function keyStats(group: readonly WireFeedback[]): JsonObject {
  const scores = Float64Array.from(
    group.flatMap(({ score }) => (score === null ? [] : [Number(score)])),
  )
  const isScored = scores.length > 0
  const comments = group.flatMap(({ comment }) => comment || [])
  return {
    n: group.length,
    avg: isScored ? mean(scores) : null,
    stdev: scores.length > 1 ? standardDeviation(scores) : null,
    min: isScored ? scores.reduce((a, b) => Math.min(a, b)) : null,
    max: isScored ? scores.reduce((a, b) => Math.max(a, b)) : null,
    values: countLabels(group),
    errors: group.filter(({ extra }) => extra?.['error'] === true).length,
    comments: comments.slice(0, COMMENTS),
    sources: [...new Set(group.map(sourceType))],
    contains_thread_feedback: false,
  }
}

const sourceType = ({ feedback_source: source }: WireFeedback): string =>
  isJsonObject(source) && typeof source['type'] === 'string' ? source['type'] : 'api'

/** Counts labels. Lists and objects are not labels. */
function countLabels(feedback: readonly WireFeedback[]): Record<string, number> {
  const labels = feedback.flatMap(({ value }) =>
    value === null || typeof value === 'object' ? [] : [String(value)],
  )
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return Object.fromEntries(counts)
}
