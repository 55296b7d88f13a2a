import {
  isEnded,
  type OutlinePart,
  type RunStatus,
  type Span,
  type Trace,
  ZERO_USAGE,
} from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { findTrace, hasTrace } from '../query/read-traces.ts'
import { runEnvironment } from '../store/run-environment.ts'
import { createOutlineWriter } from '@lathe/traces'
import { readOutline, type TraceAddress } from '../query/read-outline.ts'

/** Finds the trace of a pending or just started run without stored spans. */
export async function findAwaitedTrace(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<Trace | undefined> {
  const live = await findLiveRuns(db, workspaceId, [id])
  if (!live.has(id)) return undefined
  const run = await db
    .selectFrom('runs')
    .leftJoin('agents', 'agents.id', 'runs.agent_id')
    .leftJoin('comparisons', 'comparisons.id', 'runs.agent_id')
    .where('runs.id', '=', id)
    .select(['agent_id', 'version', 'thread_id', 'runs.title', 'runs.created_at', 'started_at'])
    .select(['source', 'only_node', 'runs.metadata'])
    .select(['agents.slug', 'agents.name', 'comparisons.name as comparison'])
    .executeTakeFirst()
  if (!run) return undefined
  const name = run.name ?? ''
  return {
    id,
    title: run.title || name,
    name,
    status: 'running',
    runId: id,
    agentId: run.agent_id,
    agentSlug: run.slug,
    comparison: run.comparison,
    version: run.version,
    threadId: run.thread_id,
    source: null,
    project: null,
    projectId: null,
    environment: runEnvironment(run),
    startedAt: run.started_at ?? run.created_at,
    endedAt: null,
    activeMs: null,
    waitingMs: 0,
    lastReceivedAt: run.started_at ?? run.created_at,
    firstTokenAt: null,
    firstTokenMs: null,
    spanCount: 0,
    usage: ZERO_USAGE,
    cost: 0,
    pricedCost: 0,
    unpriced: 0,
    unmetered: 0,
    error: null,
    tags: [],
    isPinned: false,
  }
}

/** Returns a trace with its spans, or an empty one for a run without stored spans. */
export async function findOrAwaitTrace(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<{ trace: Trace; spans: Span[] } | undefined> {
  const found = await findTrace(db, workspaceId, id)
  if (found) return found
  const trace = await findAwaitedTrace(db, workspaceId, id)
  if (trace) return { trace, spans: [] }
  // The run may have ended since the first query.
  return await findTrace(db, workspaceId, id)
}

export const isTraceKnown = async (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<boolean> =>
  (await hasTrace(db, workspaceId, id)) ||
  (await findLiveRuns(db, workspaceId, [id])).has(id) ||
  (await hasTrace(db, workspaceId, id))

type OutlineParts = AsyncGenerator<OutlinePart, void>

/** Yields the parts of a trace, or undefined if it does not exist. */
export async function openOutline(address: TraceAddress): Promise<OutlineParts | undefined> {
  const outline = await startReading(address)
  if (outline) return outline
  const awaited = await findAwaitedTrace(address.db, address.workspaceId, address.id)
  // The run may have ended since the first query.
  return awaited ? emptyOutline(awaited) : await startReading(address)
}

async function startReading(address: TraceAddress): Promise<OutlineParts | undefined> {
  const parts = readOutline(address)
  const first = await parts.next()
  return first.done ? undefined : prepend(first.value, parts)
}

async function* prepend(first: OutlinePart, remaining: OutlineParts): OutlineParts {
  yield first
  yield* remaining
}

async function* emptyOutline(trace: Trace): OutlineParts {
  yield { type: 'trace', trace }
  yield { type: 'spans', spans: createOutlineWriter(trace.startedAt)([]) }
}

/**
 * Returns the runs that may still add spans: live ones, and cancelled ones whose end is being
 * stored.
 */
export async function findLiveRuns(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, RunStatus>> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'status', 'lease_owner'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  const live = rows.filter(({ status, lease_owner }) => !isEnded(status) || lease_owner !== null)
  return new Map(live.map(({ id, status }) => [id, status]))
}
