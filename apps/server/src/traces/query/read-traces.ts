import type { Span, Trace } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { TraceRow } from '../store/fold-trace.ts'
import { toSpan } from '../store/span-row.ts'
import { toSpending } from '../metrics/spending.ts'
import { toUsage } from '../store/usage-columns.ts'

/** A trace with the current names of its agent, comparison and project. */
export type NamedTraceRow = TraceRow & {
  agent_slug: string | null
  comparison_name: string | null
  project_name: string | null
  pinned_at: number | null
}

export const selectTraces = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('traces')
    .leftJoin('agents', 'agents.id', 'traces.agent_id')
    .leftJoin('comparisons', 'comparisons.id', 'traces.agent_id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.workspace_id', '=', 'traces.workspace_id')
        .onRef('projects.id', '=', 'traces.project_id'),
    )
    .leftJoin('pinned_traces', (join) =>
      join
        .onRef('pinned_traces.workspace_id', '=', 'traces.workspace_id')
        .onRef('pinned_traces.trace_id', '=', 'traces.id'),
    )
    .selectAll('traces')
    .select([
      'pinned_traces.pinned_at',
      'agents.slug as agent_slug',
      'comparisons.name as comparison_name',
      'projects.name as project_name',
    ])
    .where('traces.workspace_id', '=', workspaceId)

/** Returns a trace and its spans without payloads, by start. */
export async function findTrace(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<{ trace: Trace; spans: Span[] } | undefined> {
  const [row, spans] = await Promise.all([
    selectTraces(db, workspaceId).where('traces.id', '=', id).executeTakeFirst(),
    db
      .selectFrom('spans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .orderBy('started_at')
      .orderBy('id')
      .execute(),
  ])
  return row && { trace: toTrace(row), spans: spans.map(toSpan) }
}

export async function hasTrace(db: Queries, workspaceId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('traces')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Duration without the time a human took. Null while the trace is open. */
export const activeMs = (
  row: Pick<TraceRow, 'started_at' | 'ended_at' | 'waited_micros'>,
): number | null =>
  row.ended_at === null
    ? null
    : Math.max(0, row.ended_at - row.started_at - row.waited_micros) / 1_000

const firstTokenMs = (row: TraceRow): number | null =>
  row.first_token_at === null
    ? null
    : Math.max(0, row.first_token_at - row.started_at - row.waited_before_token_micros) / 1_000

export const toTrace = (row: NamedTraceRow): Trace => ({
  id: row.id,
  title: row.title || row.name,
  name: row.name,
  status: row.status,
  runId: row.run_id,
  agentId: row.agent_id,
  agentSlug: row.agent_slug,
  comparison: row.comparison_name,
  version: row.version,
  threadId: row.thread_id,
  source: row.source,
  project: row.project_name,
  projectId: row.project_id,
  environment: row.environment,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  activeMs: activeMs(row),
  waitingMs: row.waited_micros / 1_000,
  lastReceivedAt: row.heard_at,
  firstTokenAt: row.first_token_at,
  firstTokenMs: firstTokenMs(row),
  spanCount: row.span_count,
  usage: toUsage(row),
  ...toSpending(row),
  error: fromJsonOrNull(row.error),
  tags: [...new Set([...fromJson(row.tags), ...fromJson(row.own_tags)])],
  isPinned: row.pinned_at !== null,
})
