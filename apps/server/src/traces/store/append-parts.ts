import { setImmediate as turn } from 'node:timers/promises'
import { PRODUCTION, type TraceSource } from '@lathe/contract'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  type CompletedSpan,
  completePart,
  type TracedPart,
  type CalculateCost,
} from './complete-part.ts'
import { retagDuplicates } from './duplicate-calls.ts'
import type { StoredRows } from './fold-spans.ts'
import { createSpanFold } from './fold-spans.ts'
import { isUntitled, type TraceRow } from './fold-trace.ts'
import type { RootMetadata } from './metadata-labels.ts'
import { hasTexts, keyOf, type PayloadTexts } from '../../platform/db/payloads/payloads.ts'
import { traceLockKey, loadStoredBatch } from './load-stored.ts'
import { loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { resolveWaitingTraces } from './resolve-waiting-traces.ts'
import { type SpanRow, toSpan } from './span-row.ts'
import type { TraceContext } from './trace-context.ts'
import { parentGraphs, findWaitingGraphs } from './waiting-graphs.ts'
import { mergeLogs } from './merge-logs.ts'
import { writeSpans } from './write-spans.ts'

/** Project ids. */
export type TraceProjects = {
  /** The project a span names for its trace. */
  findProject: (part: TracedPart) => string | undefined
  /** The project of traces that name none. */
  fallback: string | undefined
  /** Whether a project contains the runs of an experiment or of its evaluators. */
  isExperiment: (id: string) => boolean
}

export type AppendContext = {
  source: TraceSource
  calculateCost: CalculateCost
  projects: TraceProjects
  receivedAt: number
}

export type ExtraWrites = {
  batch: Batch
  /** Traces that the part mentions, even without spans. */
  traceIds: readonly string[]
}

/** Spans to process before yielding. */
const SPANS_PER_TURN = 100

/** Ingests partial spans of other programs together with `also` in one transaction. */
export async function appendParts(
  db: Db,
  workspaceId: string,
  parts: readonly TracedPart[],
  context: AppendContext,
  { batch: extraQueries, traceIds }: ExtraWrites = { batch: [], traceIds: [] },
): Promise<void> {
  const lockedTraceIds = new Set([...parts.map(({ traceId }) => traceId), ...traceIds])
  const locks = [...lockedTraceIds].map((id) => traceLockKey(workspaceId, id)).sort()
  if (parts.length === 0) {
    if (locks.length === 0) await atomic(db, extraQueries)
    else await db.portable.exclusively(locks, (queries) => atomic(queries, extraQueries))
    return
  }
  const threadIds = await db.portable.exclusively(locks, async (queries) => {
    const stored = await loadStoredBatch(db, queries, workspaceId, [
      ...parts,
      ...parentGraphs(parts),
    ])
    const payloads = await loadPayloads(queries, workspaceId, [...stored.spans.values()])
    const byKey = new Map<string, TracedPart>()
    const fold = createSpanFold(stored, workspaceId, (span, trace) => {
      const part = byKey.get(keyOf({ traceId: span.trace_id, id: span.id }))
      return part ? traceContext(part, span, trace, context) : {}
    })
    const texts: PayloadTexts[] = []
    const roots: RootMetadata[] = []
    const calls = new Map<string, CompletedSpan>()
    for (let start = 0; start < parts.length; start += SPANS_PER_TURN) {
      for (const receivedPart of parts.slice(start, start + SPANS_PER_TURN)) {
        const key = keyOf(receivedPart)
        const storedSpan = { row: stored.spans.get(key), payload: payloads.get(key) }
        const part = mergeLogs(receivedPart, storedSpan)
        byKey.set(key, part)
        const completed = completePart(part, storedSpan, context.calculateCost, context.receivedAt)
        const { id, traceId, parentId } = completed.span
        const { merged: metadata, previous } = completed.metadata
        fold.add(completed.span)
        if (context.source === 'otlp' && completed.span.kind === 'model') calls.set(key, completed)
        if (hasTexts(completed.texts)) texts.push(completed.texts)
        if (parentId === null && metadata) roots.push({ id, traceId, metadata, before: previous })
      }
      await turn()
    }
    for (const graph of await findWaitingGraphs(db, queries, workspaceId, stored, fold.spans))
      fold.add({ ...toSpan(graph), status: 'interrupted' })
    const retagged = await retagDuplicates(db, queries, stored, {
      rows: fold.spans,
      calls,
      readPayloads: (rows) => loadPayloads(queries, workspaceId, rows),
    })
    for (const { before, after } of retagged) {
      const key = keyOf({ traceId: after.trace_id, id: after.id })
      if (!fold.spans.has(key)) stored.spans.set(key, before)
      fold.add(toSpan(after))
    }
    const changes = fold.finish()
    const write = { workspaceId, stored, changes, texts, roots, extraQueries }
    await writeSpans(db, queries, write)
    return changedThreads(stored, changes.traces)
  })
  await resolveWaitingTraces(db, workspaceId, threadIds)
}

/** Threads with a new trace or an interrupted one. */
const changedThreads = (stored: StoredRows, traces: readonly TraceRow[]): string[] =>
  traces.flatMap(({ id, thread_id: threadId, status }) =>
    threadId !== null && (status === 'interrupted' || stored.traces.get(id)?.thread_id !== threadId)
      ? [threadId]
      : [],
  )

/** Values of the root take precedence; other spans fill gaps. */
function traceContext(
  part: TracedPart,
  span: SpanRow,
  trace: TraceRow | undefined,
  { source, projects }: AppendContext,
): TraceContext {
  const isRoot = span.parent_id === null
  const projectId =
    (isRoot || !trace?.project_id ? projects.findProject(part) : undefined) ??
    (isRoot && !trace?.project_id ? projects.fallback : undefined) ??
    null
  return {
    source,
    threadId: (isRoot || !trace?.thread_id ? part.threadId : undefined) ?? null,
    projectId,
    ...traceEnvironment(
      part,
      trace,
      isRoot,
      projectId !== null && projects.isExperiment(projectId),
    ),
    title: traceTitle(part, span, trace) || null,
  }
}

/** The root decides. Until it arrives any span may. */
function traceEnvironment(
  { environment }: TracedPart,
  trace: TraceRow | undefined,
  isRoot: boolean,
  isExperiment: boolean,
): Pick<TraceContext, 'environment'> {
  if (isExperiment) return { environment: 'comparison' }
  const canSet = isRoot || !trace || trace.environment === PRODUCTION
  return environment !== undefined && canSet ? { environment } : {}
}

/** Many programs record no input at their root, only at model calls. */
function traceTitle({ inputs }: TracedPart, span: SpanRow, trace: TraceRow | undefined): string {
  const { fromRoot = '', fromCall = '' } = inputs?.titles ?? {}
  if (span.parent_id === null) return fromRoot
  return (!trace || isUntitled(trace)) && span.kind === 'model' ? fromCall : ''
}
