import { Feedback, FeedbackScore, Id, type JsonObject } from '@lathe/contract'
import * as z from 'zod'
import { toJson, toJsonOrNull } from '../../platform/db/json.ts'
import { describeIssues } from '../../platform/http/issues.ts'
import type { IngestBatch } from '../../traces/ingest/ingest-batch.ts'

const AttachmentFields = z.object({
  spanId: Id,
  name: z.string().min(1).max(500),
  mimeType: z
    .string()
    .max(200)
    .regex(/^[\x20-\x7e]*$/, 'is not a valid MIME type'),
  /** Null if the file was too large for a line. */
  base64: z.base64().nullable(),
})

const FeedbackItem = Feedback.extend({ score: z.union([FeedbackScore, z.boolean()]).nullable() })

export type Fault = { field: string; reason: string }

type Extras = Pick<IngestBatch, 'attachments' | 'feedback'> & { faults: Fault[] }

/** Reads feedback and attachments of the spans in a line. */
export function readExtras(
  value: JsonObject,
  traceId: string,
  spanIds: { has: (id: string) => boolean },
): Extras {
  const faults: Fault[] = []
  const read = <T extends { spanId: string | null }>(
    schema: z.ZodType<T>,
    field: string,
    getId: (item: T) => string,
  ): T[] => {
    const ids = new Set<string>()
    const list = value[field] ?? []
    if (!Array.isArray(list)) {
      faults.push({ field, reason: 'is not a list' })
      return []
    }
    return list.flatMap((item, index) => {
      const { success, data, error } = schema.safeParse(item)
      const [issue] = success ? [] : describeIssues(error.issues)
      const reportFault = (part: string, reason: string): T[] => {
        faults.push({ field: `${field}.${index}${part && `.${part}`}`, reason })
        return []
      }
      if (!success) return reportFault(issue?.path ?? '', issue?.message ?? 'cannot be read')
      if (data.spanId !== null && !spanIds.has(data.spanId))
        return reportFault('spanId', 'is not a span of this trace')
      if (ids.size === ids.add(getId(data)).size) return reportFault('', 'comes twice')
      return [data]
    })
  }

  const files = read(AttachmentFields, 'attachments', ({ spanId, name }) => `${spanId}/${name}`)
  for (const { name, base64 } of files)
    if (base64 === null)
      faults.push({ field: 'attachments', reason: `lack ${name}: it was too large for the export` })
  return {
    attachments: files.flatMap(({ base64, ...file }) =>
      base64 === null ? [] : [{ ...file, traceId, body: Buffer.from(base64, 'base64') }],
    ),
    feedback: read(FeedbackItem, 'feedbackItems', ({ id }) => id).map((feedback) => ({
      id: feedback.id,
      span_id: feedback.spanId,
      trace_id: traceId,
      project_id: null,
      comparative_id: null,
      key: feedback.key,
      score: toJsonOrNull(feedback.score),
      value: toJsonOrNull(feedback.value),
      comment: feedback.comment,
      correction: toJsonOrNull(feedback.correction),
      source: toJson({ type: feedback.source }),
      extra: toJsonOrNull(feedback.extra),
      created_at: feedback.createdAt,
      modified_at: feedback.modifiedAt,
    })),
    faults,
  }
}
