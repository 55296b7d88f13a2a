import type { ListedTrace } from '@lathe/contract'
import { METADATA, readTraceCursor, writeTraceCursor } from '@lathe/traces'
import type { Db, Queries } from '../../../platform/db/db.ts'
import { averageFeedback } from '../feedback-scores.ts'
import { selectTraces, toTrace } from '../read-traces.ts'
import { type Cursor, listIds } from './list-ids.ts'
import { resolveFilter, type TraceFilter } from './trace-filter.ts'
import { isMetadata } from '../../store/metadata-labels.ts'

export type { Cursor } from './list-ids.ts'
export type { TraceFilter } from './trace-filter.ts'

export type TracePage = TraceFilter & {
  /** Cursor of the last trace on the previous page. */
  before?: string | undefined
  /** Cursor of a trace whose newer neighbours are requested. */
  after?: string | undefined
  limit: number
}

/** Lists traces, newest first. Undefined if the cursor names a deleted trace without its start. */
export async function listTraces(
  db: Db,
  workspaceId: string,
  { limit, ...query }: TracePage,
  signal?: AbortSignal,
): Promise<{ items: ListedTrace[]; next: string | null } | undefined> {
  const { before: beforeId, after: afterId, ...filter } = query
  const [selection, before, after] = await Promise.all([
    resolveFilter(db, workspaceId, filter, signal),
    resolveCursor(db, workspaceId, beforeId),
    resolveCursor(db, workspaceId, afterId),
  ])
  if (before === null || after === null) return undefined
  const page = await listIds(db, selection, { limit, before, after })
  const ids = page.ids.map(({ id }) => id)
  if (after) ids.reverse()
  return {
    items: await readTraces(db, workspaceId, ids),
    next: page.next ? writeTraceCursor(page.next) : null,
  }
}

/** Reads traces in the order of the ids. Skips deleted ones. */
export async function readTraces(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<ListedTrace[]> {
  if (ids.length === 0) return []
  const [rows, feedback, metadata] = await Promise.all([
    selectTraces(db, workspaceId).where('traces.id', 'in', ids).execute(),
    averageFeedback(db, workspaceId, ids),
    readRootMetadata(db, workspaceId, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const annotations = { metadata: metadata.get(id) ?? {}, feedback: feedback.get(id) ?? [] }
    return [{ ...toTrace(row), ...annotations }]
  })
}

/**
 * Resolves a cursor. Null if it names a deleted trace without its start. Keeps the given start even
 * if the trace has moved, so that no trace is skipped.
 */
export async function resolveCursor(
  db: Queries,
  workspaceId: string,
  cursor: string | undefined,
): Promise<Cursor | undefined | null> {
  if (cursor === undefined) return undefined
  const { id, startedAt } = readTraceCursor(cursor)
  if (startedAt !== undefined) return { id, startedAt }
  const row = await db
    .selectFrom('traces')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id, startedAt: row.started_at } : null
}

/** Returns the metadata labels of each trace's root. */
async function readRootMetadata(
  db: Queries,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const rows = await db
    .selectFrom('trace_labels')
    .select(['trace_id', 'key', 'value'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', traceIds)
    .where(isMetadata('key'))
    .execute()
  const metadataByTrace = new Map<string, Record<string, string>>()
  for (const [id, labels] of Map.groupBy(rows, (row) => row.trace_id))
    metadataByTrace.set(
      id,
      Object.fromEntries(labels.map(({ key, value }) => [key.slice(METADATA.length), value])),
    )
  return metadataByTrace
}
