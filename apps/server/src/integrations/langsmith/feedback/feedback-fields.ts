import type { JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { toJson, toJsonOrNull } from '../../../platform/db/json.ts'
import type { FeedbackTable } from '../../../platform/db/tables/external.ts'
import type { InputIssue } from '../../../platform/http/issues.ts'

/** Fields of any size and shape, stored as the received JSON text. */
type FeedbackPayload = Pick<FeedbackTable, 'value' | 'correction' | 'source' | 'extra'>

export type FeedbackFields = {
  /** Unvalidated scalars. Lists and objects are replaced by empty ones of the same type. */
  plain: JsonObject
  payload: FeedbackPayload
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

/**
 * Splits feedback into parts that can be validated, transferred and stored without traversing their
 * payload.
 */
export function readFeedbackFields(item: unknown): FeedbackFields | { issue: InputIssue } {
  if (!isJsonObject(item)) return { issue: { path: '', message: 'is not an object' } }
  const { value, correction, feedback_source: source = null, extra = null, error } = item
  if (source !== null && !isJsonObject(source))
    return { issue: { path: 'feedback_source', message: 'is not an object' } }
  if (extra !== null && !isJsonObject(extra))
    return { issue: { path: 'extra', message: 'is not an object' } }
  return {
    plain: Object.fromEntries(
      PLAIN.filter((name) => name in item).map((name) => [name, emptyToNull(item[name] ?? null)]),
    ),
    payload: {
      value: toJsonOrNull(value),
      correction: toJsonOrNull(correction),
      source: toJson(source ?? { type: 'api' }),
      // Evaluators report an error in either field.
      extra: toJsonOrNull(error === true ? { ...extra, error } : extra),
    },
  }
}

const emptyToNull = (value: JsonObject[string]): JsonObject[string] => {
  if (Array.isArray(value)) return []
  return isJsonObject(value) ? {} : value
}
