import { Id, type JsonObject, SpanDetail, TraceSource, isJsonObject } from '@lathe/contract'
import * as z from 'zod'
import { describeIssues } from '../../platform/http/issues.ts'
import { type Fault, readExtras } from './feedback-and-attachments.ts'

const MAX_SPANS = 1_000_000

const ExportedTrace = z.object({
  id: Id,
  title: z.string().max(1_000),
  threadId: z.string().max(500).nullish(),
  project: z.string().max(500).nullish(),
  agentSlug: z.string().max(500).nullish(),
  environment: z.string().max(100).nullish(),
  waitingMs: z.number().nonnegative().nullish(),
  source: TraceSource.nullish(),
  tags: z.array(z.string()).default([]),
  spans: z.array(z.unknown()).min(1).max(MAX_SPANS),
})
type ExportedTrace = z.infer<typeof ExportedTrace>

export type LatheTrace = Omit<ExportedTrace, 'spans'> & {
  spans: SpanDetail[]
  extras: ReturnType<typeof readExtras>
  faults: Fault[]
}

/** Trace pages used to export the trace apart from its spans. */
const flattenTrace = (value: JsonObject): JsonObject =>
  isJsonObject(value['trace']) ? { ...value, ...value['trace'] } : value

export const isLatheTrace = (value: JsonObject): boolean =>
  'spans' in value || ('spanCount' in value && 'startedAt' in value)

/**
 * Returns the trace with its valid spans and the problems of the others, or only problems if the
 * trace is unusable.
 */
export function readLatheTrace(line: JsonObject): LatheTrace | { faults: Fault[] } {
  const value = flattenTrace(line)
  if (!('spans' in value))
    return { faults: [{ field: 'spans', reason: 'is missing: export with spans and payloads' }] }
  const parsed = ExportedTrace.safeParse(value)
  if (!parsed.success) return { faults: describeIssues(parsed.error.issues).map(toFault) }
  const { spans: parsedSpans, ...trace } = parsed.data
  const faults: Fault[] = []
  const spans = new Map<string, SpanDetail>()
  for (const [index, item] of parsedSpans.entries()) {
    const span = SpanDetail.safeParse(item)
    const reportProblem = (field: string, reason: string) =>
      faults.push({ field: `spans.${index}${field && `.${field}`}`, reason })
    if (!span.success) {
      const [issue] = describeIssues(span.error.issues)
      reportProblem(issue?.path ?? '', issue?.message ?? 'cannot be read')
    } else if (span.data.traceId !== trace.id) reportProblem('traceId', 'belongs to another trace')
    else if (spans.has(span.data.id)) reportProblem('id', 'comes twice')
    else spans.set(span.data.id, span.data)
  }
  const extras = readExtras(value, trace.id, spans)
  faults.push(...extras.faults)
  return { ...trace, spans: [...spans.values()], extras, faults }
}

const toFault = ({ path, message }: { path: string; message: string }): Fault => ({
  field: path,
  reason: message,
})
