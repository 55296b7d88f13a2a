import { Json, JsonObject } from '@lathe/contract'
import { toUuid } from '@lathe/traces'
import { v7 } from 'uuid'
import * as z from 'zod'
import { toJson, toJsonOrNull } from '../../../db/json.ts'
import { describeIssues, type InputIssue } from '../../../http/issues.ts'
import type { Delivery } from '../../../ingest/delivery.ts'

const uuid = z.preprocess((given) => toUuid(given) ?? given, z.uuid())

export const FeedbackKey = z.string().min(1).max(500)

const Body = z.object({
  id: uuid.nullish(),
  run_id: uuid.nullish(),
  trace_id: uuid.nullish(),
  session_id: uuid.nullish(),
  comparative_experiment_id: uuid.nullish(),
  key: FeedbackKey,
  score: z.union([z.number(), z.boolean()]).nullish(),
  value: Json.optional(),
  comment: z.string().nullish(),
  correction: Json.optional(),
  feedback_source: JsonObject.nullish(),
})

/** What the fields of a feedback may be changed to. */
export const FeedbackChange = Body.pick({
  score: true,
  value: true,
  comment: true,
  correction: true,
}).partial()

export type FeedbackRow = Delivery['feedback'][number]

export function readFeedback(
  given: unknown,
  receivedAt: number,
): { row: FeedbackRow } | { issue: InputIssue } {
  const parsed = Body.safeParse(given)
  if (!parsed.success) {
    const [issue] = describeIssues(parsed.error.issues)
    return { issue: issue ?? { path: '', message: 'cannot be read' } }
  }
  const body = parsed.data
  return {
    row: {
      id: body.id ?? v7(),
      span_id: body.run_id ?? null,
      trace_id: body.trace_id ?? null,
      project_id: body.session_id ?? null,
      comparative_id: body.comparative_experiment_id ?? null,
      key: body.key,
      ...toColumns(body),
      source: toJson(body.feedback_source ?? { type: 'api' }),
      created_at: receivedAt,
      modified_at: receivedAt,
    },
  }
}

export const toColumns = (change: z.infer<typeof FeedbackChange>) => ({
  score: toJsonOrNull(change.score),
  value: toJsonOrNull(change.value),
  comment: change.comment ?? null,
  correction: toJsonOrNull(change.correction),
})
