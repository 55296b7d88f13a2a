import type { JsonObject } from '@lathe/contract'
import { isObject } from '@lathe/traces/external'
import { toJson, toJsonOrNull } from '../../../platform/db/json.ts'
import type { FeedbackTable } from '../../../platform/db/tables/external.ts'
import type { InputIssue } from '../../../platform/http/issues.ts'

/** Of any size and shape, so they are stored as the JSON they came as. */
type Said = Pick<FeedbackTable, 'value' | 'correction' | 'source' | 'extra'>

export type FeedbackFields = {
  /** As they came, of whatever type; of lists and objects only that they are ones. */
  plain: JsonObject
  said: Said
}

const PLAIN = [
  'id',
  'run_id',
  'trace_id',
  'session_id',
  'comparative_experiment_id',
  'key',
  'score',
  'comment',
]

/** What is sent of a feedback, in pieces that can be checked, handed over and stored without a walk through what is in them. */
export function fieldsOf(given: unknown): FeedbackFields | { issue: InputIssue } {
  if (!isObject(given)) return { issue: { path: '', message: 'is no object' } }
  const { value, correction, feedback_source: source = null, extra = null, error } = given
  if (source !== null && !isObject(source))
    return { issue: { path: 'feedback_source', message: 'is no object' } }
  if (extra !== null && !isObject(extra))
    return { issue: { path: 'extra', message: 'is no object' } }
  return {
    plain: Object.fromEntries(
      PLAIN.filter((name) => name in given).map((name) => [name, emptied(given[name] ?? null)]),
    ),
    said: {
      value: toJsonOrNull(value),
      correction: toJsonOrNull(correction),
      source: toJson(source ?? { type: 'api' }),
      // Evaluators say of an error in either place.
      extra: toJsonOrNull(error === true ? { ...extra, error } : extra),
    },
  }
}

const emptied = (value: JsonObject[string]): JsonObject[string] => {
  if (Array.isArray(value)) return []
  return isObject(value) ? {} : value
}
