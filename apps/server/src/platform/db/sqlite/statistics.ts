import { sql } from 'kysely'
import type { Queries } from '../db.ts'

/**
 * Statistics of a store with a million spans: rows per index, then rows that share its first
 * column, its first two and so on. An index named like its table is the primary key.
 */
export const STATISTICS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  traces: {
    sqlite_autoindex_traces_1: '100000 50000 1',
    traces_workspace_id_started_at_idx: '100000 50000 1 1 1 1 1 1 1 1 1 1 1 1 1',
    traces_workspace_id_ended_at_idx: '100000 50000 1',
    traces_workspace_id_stored_at_idx: '100000 50000 1',
    traces_workspace_id_project_id_started_at_idx: '100000 50000 20000 1 1',
    traces_workspace_id_source_started_at_idx: '100000 50000 30000 1 1',
    traces_workspace_id_status_started_at_idx: '100000 50000 30000 1 1 1',
    traces_workspace_id_agent_id_started_at_idx: '100000 50000 5000 1 1',
    traces_workspace_id_thread_id_started_at_idx: '100000 50000 5 1 1',
    traces_of_threads_started_at_idx: '100000 50000 1 1',
    traces_of_threads_project_id_started_at_idx: '100000 50000 20000 1 1',
  },
  spans: {
    spans: '1000000 500000 100 1',
    spans_id_idx: '1000000 1',
    spans_of_roots_started_at_idx: '100000 50000 1 1',
    spans_waiting_idx: '1000 500 2 1',
  },
  payload_blocks: { sqlite_autoindex_payload_blocks_1: '100000 50000 1 1' },
  span_payloads: { sqlite_autoindex_span_payloads_1: '1000000 500000 100 1' },
  trace_labels: {
    trace_labels: '800000 400000 8 2 1',
    trace_labels_workspace_id_key_value_started_at_idx: '800000 400000 100000 250 1 1',
  },
  feedback: {
    sqlite_autoindex_feedback_1: '2000 1000 1',
    feedback_workspace_id_project_id_idx: '2000 1000 200 1',
    feedback_workspace_id_created_at_idx: '2000 1000 1',
    feedback_workspace_id_trace_id_idx: '2000 1000 2',
    feedback_workspace_id_span_id_idx: '2000 1000 2',
  },
}

const STATISTICS_ROWS = Object.entries(STATISTICS).flatMap(([tbl, indexes]) =>
  Object.entries(indexes).map(([idx, stat]) => ({ tbl, idx, stat })),
)

/**
 * Makes SQLite plan for a large store regardless of its size. ANALYZE takes longer the larger the
 * store is, and statistics of a small store would be used until the next ANALYZE.
 */
export async function storeStatistics(db: Queries): Promise<void> {
  await db.transaction().execute(async (writer) => {
    // Creates the table if it does not exist.
    const reload = () => sql`analyze sqlite_schema`.execute(writer)
    await reload()
    const { rows } = await sql<(typeof STATISTICS_ROWS)[number]>`
      select tbl, idx, stat from sqlite_stat1`.execute(writer)
    if (formatLines(rows) === formatLines(STATISTICS_ROWS)) return
    // Other connections read the statistics with the schema. Dropping the table changes the schema,
    // so they read it again.
    await sql`drop table sqlite_stat1`.execute(writer)
    await reload()
    await sql`insert into sqlite_stat1 (tbl, idx, stat)
      select value ->> 'tbl', value ->> 'idx', value ->> 'stat'
      from json_each(${JSON.stringify(STATISTICS_ROWS)})`.execute(writer)
    await reload()
  })
}

const formatLines = (rows: typeof STATISTICS_ROWS) =>
  rows
    .map(({ tbl, idx, stat }) => `${tbl} ${idx} ${stat}`)
    .sort()
    .join('\n')
