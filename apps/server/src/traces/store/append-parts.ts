import { setImmediate as turn } from 'node:timers/promises'
import { PRODUCTION, type TraceSource } from '@lathe/contract'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { type CompletedSpan, completePart, type PlacedPart, type PriceOf } from './complete-part.ts'
import { retagDuplicates } from './duplicate-calls.ts'
import type { Known } from './fold-spans.ts'
import { spanFold } from './fold-spans.ts'
import { isUntitled, type TraceRow } from './fold-trace.ts'
import type { RootMetadata } from './metadata-labels.ts'
import { isAny, keyOf, type PayloadTexts } from '../../platform/db/payloads/payloads.ts'
import { lockOf, readKnown } from '../query/read-known.ts'
import { loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { resolveWaits } from './resolve-waits.ts'
import { type SpanRow, toSpan } from './span-row.ts'
import type { TraceContext } from '../query/trace-context.ts'
import { graphsOf, waitingGraphs } from '../query/waiting-graphs.ts'
import { withLogs } from '../query/with-logs.ts'
import { writeSpans } from './write-spans.ts'

/** Project ids. */
export type TraceProjects = {
  /** The project a span names for its trace. */
  of: (part: PlacedPart) => string | undefined
  /** The project of traces that name none. */
  fallback: string | undefined
  /** Whether a project contains the runs of an experiment or of its evaluators. */
  isExperiment: (id: string) => boolean
}

export type AppendContext = {
  source: TraceSource
  priceOf: PriceOf
  projects: TraceProjects
  receivedAt: number
}

export type Besides = {
  batch: Batch
  /** Traces that the part mentions, even without spans. */
  traceIds: readonly string[]
}

/** Spans to process before yielding. */
const TURN_SPANS = 100

/** Ingests partial spans of other programs together with `also` in one transaction. */
export async function appendParts(
  db: Db,
  workspaceId: string,
  parts: readonly PlacedPart[],
  context: AppendContext,
  { batch: also, traceIds }: Besides = { batch: [], traceIds: [] },
): Promise<void> {
  const named = new Set([...parts.map(({ traceId }) => traceId), ...traceIds])
  const locks = [...named].map((id) => lockOf(workspaceId, id)).sort()
  if (parts.length === 0) {
    if (locks.length === 0) await atomic(db, also)
    else await db.portable.exclusively(locks, (queries) => atomic(queries, also))
    return
  }
  const threadIds = await db.portable.exclusively(locks, async (queries) => {
    const known = await readKnown(db, queries, workspaceId, [...parts, ...graphsOf(parts)])
    const payloads = await loadPayloads(queries, workspaceId, [...known.spans.values()])
    const byKey = new Map<string, PlacedPart>()
    const fold = spanFold(known, workspaceId, (span, trace) => {
      const part = byKey.get(keyOf({ traceId: span.trace_id, id: span.id }))
      return part ? contextOf(part, span, trace, context) : {}
    })
    const texts: PayloadTexts[] = []
    const roots: RootMetadata[] = []
    const calls = new Map<string, CompletedSpan>()
    for (let start = 0; start < parts.length; start += TURN_SPANS) {
      for (const given of parts.slice(start, start + TURN_SPANS)) {
        const key = keyOf(given)
        const stored = { row: known.spans.get(key), payload: payloads.get(key) }
        const part = withLogs(given, stored)
        byKey.set(key, part)
        const completed = completePart(part, stored, context.priceOf, context.receivedAt)
        const { id, traceId, parentId } = completed.span
        const { told: metadata, before } = completed.metadata
        fold.take(completed.span)
        if (context.source === 'otlp' && completed.span.kind === 'model') calls.set(key, completed)
        if (isAny(completed.texts)) texts.push(completed.texts)
        if (parentId === null && metadata) roots.push({ id, traceId, metadata, before })
      }
      await turn()
    }
    for (const graph of await waitingGraphs(db, queries, workspaceId, known, fold.spans))
      fold.take({ ...toSpan(graph), status: 'interrupted' })
    const retagged = await retagDuplicates(db, queries, known, {
      rows: fold.spans,
      calls,
      readPayloads: (rows) => loadPayloads(queries, workspaceId, rows),
    })
    for (const { before, after } of retagged) {
      const key = keyOf({ traceId: after.trace_id, id: after.id })
      if (!fold.spans.has(key)) known.spans.set(key, before)
      fold.take(toSpan(after))
    }
    const folded = fold.finish()
    const write = { workspaceId, known, folded, texts, roots, also }
    await writeSpans(db, queries, write)
    return changedThreads(known, folded.traces)
  })
  await resolveWaits(db, workspaceId, threadIds)
}

/** Threads with a new trace or an interrupted one. */
const changedThreads = (known: Known, traces: readonly TraceRow[]): string[] =>
  traces.flatMap(({ id, thread_id: threadId, status }) =>
    threadId !== null && (status === 'interrupted' || known.traces.get(id)?.thread_id !== threadId)
      ? [threadId]
      : [],
  )

/** Values of the root take precedence; other spans fill gaps. */
function contextOf(
  part: PlacedPart,
  span: SpanRow,
  trace: TraceRow | undefined,
  { source, projects }: AppendContext,
): TraceContext {
  const isRoot = span.parent_id === null
  const projectId =
    (isRoot || !trace?.project_id ? projects.of(part) : undefined) ??
    (isRoot && !trace?.project_id ? projects.fallback : undefined) ??
    null
  return {
    source,
    threadId: (isRoot || !trace?.thread_id ? part.threadId : undefined) ?? null,
    projectId,
    ...environmentOf(part, trace, isRoot, projectId !== null && projects.isExperiment(projectId)),
    title: titleOf(part, span, trace) || null,
  }
}

/** The root decides. Until it arrives any span may. */
function environmentOf(
  { environment }: PlacedPart,
  trace: TraceRow | undefined,
  isRoot: boolean,
  isExperiment: boolean,
): Pick<TraceContext, 'environment'> {
  if (isExperiment) return { environment: 'comparison' }
  const isOpen = isRoot || !trace || trace.environment === PRODUCTION
  return environment !== undefined && isOpen ? { environment } : {}
}

/** Many programs record no input at their root, only at model calls. */
function titleOf({ inputs }: PlacedPart, span: SpanRow, trace: TraceRow | undefined): string {
  const { ofRoot = '', ofCall = '' } = inputs?.titles ?? {}
  if (span.parent_id === null) return ofRoot
  return (!trace || isUntitled(trace)) && span.kind === 'model' ? ofCall : ''
}
