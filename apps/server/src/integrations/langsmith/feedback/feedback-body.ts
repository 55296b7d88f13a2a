import { toUuid } from '@lathe/traces'
import { v7 } from 'uuid'
import { FeedbackScore } from '@lathe/contract'
import * as z from 'zod'
import { toJsonOrNull } from '../../../platform/db/json.ts'
import { describeIssues, type InputIssue } from '../../../platform/http/issues.ts'
import { type IngestBatch, addRejection } from '../../../traces/ingest/ingest-batch.ts'
import { type FeedbackFields, readFeedbackFields } from './feedback-fields.ts'

const uuid = z.preprocess((value) => toUuid(value) ?? value, z.uuid())

export const FeedbackKey = z.string().min(1).max(500)

const Plain = z.object({
  id: uuid.nullish(),
  run_id: uuid.nullish(),
  trace_id: uuid.nullish(),
  session_id: uuid.nullish(),
  comparative_experiment_id: uuid.nullish(),
  key: FeedbackKey,
  score: z.union([FeedbackScore, z.boolean()]).nullish(),
  comment: z.string().nullish(),
})

const PlainWords = Plain.pick({ score: true, comment: true })

export type FeedbackRow = IngestBatch['feedback'][number]

export function readFeedback(
  { plain, payload }: FeedbackFields,
  receivedAt: number,
): { row: FeedbackRow } | { issue: InputIssue } {
  const parsed = Plain.safeParse(plain)
  if (!parsed.success) return { issue: toIssue(parsed.error) }
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
      ...payload,
      created_at: receivedAt,
      modified_at: receivedAt,
    },
  }
}

type FeedbackValues = Pick<FeedbackRow, 'score' | 'value' | 'comment' | 'correction'>

/** Fields of an update. Returns null for fields that the body omits. */
export function readUpdate(
  body: unknown,
):
  | { values: FeedbackValues; otherColumns: Pick<FeedbackRow, 'source' | 'extra'> }
  | { issue: InputIssue } {
  const fields = readFeedbackFields(body)
  if ('issue' in fields) return fields
  const { value, correction, ...otherColumns } = fields.payload
  const parsed = PlainWords.safeParse(fields.plain)
  if (!parsed.success) return { issue: toIssue(parsed.error) }
  const { score, comment = null } = parsed.data
  return { values: { score: toJsonOrNull(score), value, comment, correction }, otherColumns }
}

const toIssue = ({ issues }: z.ZodError): InputIssue =>
  describeIssues(issues)[0] ?? { path: '', message: 'cannot be read' }

/** One feedback part: its item name with the id, its fields and an excerpt. */
export type FeedbackItemBody = { item: string; fields: FeedbackFields; excerpt: string }

/** Adds feedback to the ingest batch of its request. */
export function takeFeedback(
  batch: IngestBatch,
  items: readonly FeedbackItemBody[],
  receivedAt: number,
): void {
  for (const { item, fields, excerpt } of items) {
    const read = readFeedback(fields, receivedAt)
    if ('row' in read) batch.feedback.push(read.row)
    else addRejection(batch, item, read.issue.path, read.issue.message, excerpt)
  }
}
