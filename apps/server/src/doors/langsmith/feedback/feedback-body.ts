import { Json } from '@lathe/contract'
import { toUuid } from '@lathe/traces'
import { v7 } from 'uuid'
import * as z from 'zod'
import { toJsonOrNull } from '../../../db/json.ts'
import { describeIssues, type InputIssue } from '../../../http/issues.ts'
import { type Delivery, reject } from '../../../ingest/delivery.ts'
import type { FeedbackFields } from './sent-feedback.ts'

const uuid = z.preprocess((given) => toUuid(given) ?? given, z.uuid())

export const FeedbackKey = z.string().min(1).max(500)

const Plain = z.object({
  id: uuid.nullish(),
  run_id: uuid.nullish(),
  trace_id: uuid.nullish(),
  session_id: uuid.nullish(),
  comparative_experiment_id: uuid.nullish(),
  key: FeedbackKey,
  score: z.union([z.number(), z.boolean()]).nullish(),
  comment: z.string().nullish(),
})

/** What the fields of a feedback may be changed to. */
export const FeedbackChange = Plain.pick({ score: true, comment: true })
  .extend({ value: Json.optional(), correction: Json.optional() })
  .partial()

export type FeedbackRow = Delivery['feedback'][number]

export function readFeedback(
  { plain, said }: FeedbackFields,
  receivedAt: number,
): { row: FeedbackRow } | { issue: InputIssue } {
  const parsed = Plain.safeParse(plain)
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
      score: toJsonOrNull(body.score),
      comment: body.comment ?? null,
      ...said,
      created_at: receivedAt,
      modified_at: receivedAt,
    },
  }
}

/** Part of a body: what is said in it, with the id that its name holds, and how it begins. */
export type SentFeedback = { item: string; fields: FeedbackFields; excerpt: string }

/** Into the delivery it came with. */
export function takeFeedback(
  delivery: Delivery,
  sent: readonly SentFeedback[],
  receivedAt: number,
): void {
  for (const { item, fields, excerpt } of sent) {
    const read = readFeedback(fields, receivedAt)
    if ('row' in read) delivery.feedback.push(read.row)
    else reject(delivery, item, read.issue.path, read.issue.message, excerpt)
  }
}

export const toColumns = (change: z.infer<typeof FeedbackChange>) => ({
  score: toJsonOrNull(change.score),
  value: toJsonOrNull(change.value),
  comment: change.comment ?? null,
  correction: toJsonOrNull(change.correction),
})
