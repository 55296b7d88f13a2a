import { sql } from 'kysely'
import type { Db, Queries } from '../../../platform/db/db.ts'
import { keyOf, toPayload } from '../../../platform/db/payloads/payloads.ts'
import { loadPayloads } from '../../../platform/db/payloads/read-payloads.ts'
import { type SpanRow, toSpan } from '../../../traces/store/span-row.ts'
import { selectValidShares } from '../../../traces/store/trace-shares.ts'
import { toWireFeedback } from '../feedback/wire-feedback.ts'
import { findAncestors } from './find-ancestors.ts'
import { toWireRun, type WireRun } from './wire-run.ts'

export type RunRow = SpanRow & {
  project_id: string | null
  conversation: string | null
  trace_input: number
  trace_output: number
  trace_cost: number
  trace_unpriced: number
}

type Context = { db: Queries; workspaceId: string; baseUrl: string }

const TRACE_COLUMNS = [
  'traces.project_id',
  'traces.thread_id as conversation',
  'traces.usage_input as trace_input',
  'traces.usage_output as trace_output',
  'traces.cost_nanos as trace_cost',
  'traces.unpriced as trace_unpriced',
] as const

/** Selects spans with the project and thread of their trace. */
export const selectRuns = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('spans')
    .innerJoin('traces', (join) =>
      join
        .onRef('traces.workspace_id', '=', 'spans.workspace_id')
        .onRef('traces.id', '=', 'spans.trace_id'),
    )
    .selectAll('spans')
    .select(TRACE_COLUMNS)
    .where('spans.workspace_id', '=', workspaceId)

/**
 * The same, with a cross join so that SQLite starts from the spans and uses the order of their
 * index.
 */
export const selectRunsFromSpans = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('spans')
    .crossJoin('traces')
    .whereRef('traces.workspace_id', '=', 'spans.workspace_id')
    .whereRef('traces.id', '=', 'spans.trace_id')
    .selectAll('spans')
    .select(TRACE_COLUMNS)
    .where('spans.workspace_id', '=', workspaceId)

/** The same for these ids, looked up one by one. Otherwise SQLite may scan all traces. */
export function selectNamedRuns(db: Db, workspaceId: string, ids: readonly string[]) {
  const rows = db.portable.valueRows([...new Set(ids)], 'named')
  const runs = db
    .selectFrom(sql<{ value: string }>`(select value from ${rows})`.as('id_asked'))
    .crossJoin('spans')
    .crossJoin('traces')
    .whereRef('spans.id', '=', 'id_asked.value')
    .whereRef('traces.workspace_id', '=', 'spans.workspace_id')
    .whereRef('traces.id', '=', 'spans.trace_id')
    .selectAll('spans')
    .select(TRACE_COLUMNS)
    .where('spans.workspace_id', '=', workspaceId)
  // The cast holds because the joined table of ids adds no columns.
  return runs as unknown as ReturnType<typeof selectRunsFromSpans>
}

/** Databases limit the number of parameters. */
const BATCH_SIZE = 1_000

/** Loads rows as complete runs. `atHand` may contain their ancestors. */
export async function loadRuns(
  context: Context,
  rows: readonly RunRow[],
  loadedRows = rows,
): Promise<WireRun[]> {
  const ancestors = await findAncestors(context.db, context.workspaceId, rows, loadedRows)
  const runs: WireRun[] = []
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    runs.push(...(await loadSome(context, rows.slice(start, start + BATCH_SIZE), ancestors)))
  return runs
}

async function loadSome(
  { db, workspaceId, baseUrl }: Context,
  rows: readonly RunRow[],
  findPath: Awaited<ReturnType<typeof findAncestors>>,
): Promise<WireRun[]> {
  const ids = rows.map(({ id }) => id)
  const traceIds = [...new Set(rows.map((row) => row.trace_id))]
  const [payloads, attachments, feedback, shares] = await Promise.all([
    loadPayloads(db, workspaceId, rows),
    db
      .selectFrom('attachments')
      .select(['trace_id', 'span_id', 'name', 'mime_type'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', traceIds)
      .where('span_id', 'in', ids)
      .execute(),
    feedbackOn(db, workspaceId, rows).execute(),
    selectValidShares(db)
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', traceIds)
      .where('span_id', 'in', ids)
      .execute(),
  ])
  const shareTokens = new Map(shares.map((row) => [rowKey(row), row.token]))
  const feedbackBySpan = Map.groupBy(
    feedback.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    rowKey,
  )
  const attachmentsBySpan = Map.groupBy(attachments, rowKey)
  return rows.map((row) => {
    const span = toSpan(row)
    const spanKey = keyOf(span)
    return toWireRun(
      { ...span, ...toPayload(payloads.get(spanKey)) },
      {
        projectId: row.project_id,
        threadId: row.conversation,
        totals: row.parent_id === null ? traceTotals(row) : undefined,
        ancestors: findPath(row),
        feedback: (feedbackBySpan.get(spanKey) ?? []).map(toWireFeedback),
        shareToken: shareTokens.get(spanKey) ?? null,
        attachments: (attachmentsBySpan.get(spanKey) ?? []).map(({ name, mime_type }) => ({
          name,
          mimeType: mime_type,
          url: `${baseUrl}/attachments/${spanKey}/${encodeURIComponent(name)}`,
        })),
      },
    )
  })
}

/** Unordered: ordering by id would make SQLite scan all feedback. */
export const feedbackOn = (
  db: Queries,
  workspaceId: string,
  runs: readonly Pick<RunRow, 'id' | 'trace_id'>[],
) =>
  db
    .selectFrom('feedback')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(
      'trace_id',
      'in',
      runs.map((run) => run.trace_id),
    )
    .where(
      'span_id',
      'in',
      runs.map(({ id }) => id),
    )

/** Span ids are unique only within a trace. */
const rowKey = (row: { trace_id: string | null; span_id: string | null }) =>
  keyOf({ traceId: row.trace_id ?? '', id: row.span_id ?? '' })

const traceTotals = (row: RunRow) => ({
  input: row.trace_input,
  output: row.trace_output,
  cost: row.trace_unpriced > 0 ? null : row.trace_cost,
})
