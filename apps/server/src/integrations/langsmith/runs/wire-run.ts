import {
  type Cost,
  type Json,
  type JsonObject,
  type SpanDetail,
  isJsonObject,
} from '@lathe/contract'
import {
  fromRunError,
  isModelCall,
  LANGSMITH_KEY,
  LANGSMITH_RUN_TYPES,
  toDottedOrder,
  toIso,
  toUsageMetadata,
} from '@lathe/traces'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { feedbackStats } from '../feedback/feedback-stats.ts'
import type { WireFeedback } from '../feedback/wire-feedback.ts'

type DottedSpan = { id: string; startedAt: number }

/** Data of a run that is not part of its span. */
export type RunPlace = {
  projectId: string | null
  threadId: string | null
  /** For roots: tokens and nano-dollars of the whole trace. */
  totals: { input: number; output: number; cost: number | null } | undefined
  /** From the root to the parent. */
  ancestors: readonly DottedSpan[]
  feedback: WireFeedback[]
  attachments: { name: string; url: string; mimeType: string }[]
  shareToken: string | null
}

export type WireRun = ReturnType<typeof toWireRun>

const dollars = (nanos: number | null | undefined) => (nanos == null ? null : nanos / 1e9)

/**
 * Converts a span into a run of API v1. Omits `child_runs` and `attachments` because clients break
 * on them.
 */
export function toWireRun(span: SpanDetail, position: RunPlace) {
  const { [LANGSMITH_KEY]: langsmithFields, ...metadata } = span.metadata
  const { serialized, reference_example_id, ...extraFields } = isJsonObject(langsmithFields)
    ? langsmithFields
    : {}
  const { usage } = span
  const reportedUsage = findReportedUsage(span)
  const countedUsage = usage && isModelCall(span) ? toUsageMetadata(usage) : undefined
  const sessionId = position.projectId ?? DEFAULT_WORKSPACE
  return {
    id: span.id,
    name: span.name,
    run_type: LANGSMITH_RUN_TYPES[span.kind],
    start_time: toIso(span.startedAt),
    end_time: span.endedAt === null ? null : toIso(span.endedAt),
    trace_id: span.traceId,
    dotted_order: toDottedOrder([...position.ancestors, span]),
    session_id: sessionId,
    status: STATUSES[span.status],
    app_path: `/o/${DEFAULT_WORKSPACE}/projects/p/${sessionId}/r/${span.id}`,
    parent_run_id: span.parentId,
    parent_run_ids: position.ancestors.map(({ id }) => id),
    error: span.error === null ? null : fromRunError(span.error),
    inputs: (span.inputs ?? {}) as Json,
    outputs: span.outputs,
    extra: {
      ...extraFields,
      metadata: {
        ...metadata,
        ...(!reportedUsage && countedUsage && { usage_metadata: countedUsage }),
      },
    } as JsonObject,
    events: span.events.map(({ name, at, attributes }) => ({
      name,
      time: toIso(at),
      ...attributes,
    })),
    tags: span.tags,
    serialized: serialized ?? null,
    reference_example_id: reference_example_id ?? null,
    thread_id: position.threadId,
    first_token_time: span.firstTokenAt === null ? null : toIso(span.firstTokenAt),
    latency: span.endedAt === null ? null : (span.endedAt - span.startedAt) / 1e6,
    prompt_tokens: usage?.input ?? 0,
    completion_tokens: usage?.output ?? 0,
    total_tokens: usage ? usage.input + usage.output : 0,
    ...costFields(span.cost),
    ...(position.totals && !isModelCall(span) && totalFields(position.totals)),
    ...usageDetails(reportedUsage ?? countedUsage ?? {}),
    feedback: position.feedback,
    feedback_stats: feedbackStats(position.feedback),
    share_token: position.shareToken,
    ...(position.attachments.length > 0 && {
      s3_urls: Object.fromEntries(
        position.attachments.map(({ name, url, mimeType }) => [
          `attachment.${name}`,
          { presigned_url: url, mime_type: mimeType },
        ]),
      ),
    }),
  }
}

const STATUSES = {
  running: 'pending',
  interrupted: 'interrupted',
  success: 'success',
  error: 'error',
  cancelled: 'error',
} as const

/** Clients read usage from the place where the sender put it. */
const findReportedUsage = ({ outputs, metadata }: SpanDetail): JsonObject | undefined =>
  [isJsonObject(outputs) ? outputs['usage_metadata'] : null, metadata['usage_metadata']].find(
    (candidate) => isJsonObject(candidate),
  )

const USAGE_DETAILS = {
  prompt_token_details: 'input_token_details',
  completion_token_details: 'output_token_details',
  prompt_cost_details: 'input_cost_details',
  completion_cost_details: 'output_cost_details',
} as const
type Detail = keyof typeof USAGE_DETAILS
export const detailNames = Object.keys(USAGE_DETAILS) as Detail[]

/** Uses the names that clients read. */
const usageDetails = (usage: JsonObject): Partial<Record<Detail, JsonObject>> =>
  Object.fromEntries(
    detailNames.flatMap((name) => {
      const value = usage[USAGE_DETAILS[name]]
      return isJsonObject(value) ? [[name, value]] : []
    }),
  )

const totalFields = ({ input, output, cost }: NonNullable<RunPlace['totals']>) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  total_cost: dollars(cost),
})

const costFields = (cost: Cost | null) => ({
  prompt_cost: dollars(cost?.input),
  completion_cost: dollars(cost?.output),
  total_cost: dollars(cost?.total),
})
