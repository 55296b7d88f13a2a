import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Batch } from '../atomic.ts'
import type { Db } from '../db.ts'
import { insertRows } from '../insert-rows.ts'
import { fromJson } from '../json.ts'
import type { RollupsTable, SpanPayloadsTable } from '../tables/traces.ts'
import type { TraceRow } from './fold-trace.ts'
import type { SpanRow } from './span-row.ts'
import { spendingNames } from './spending.ts'

export const upsertTraces = (db: Db, rows: readonly TraceRow[]): Batch =>
  insertRows(db, 'traces', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['workspace_id', 'id']).doUpdateSet(replacing(rows, ['workspace_id', 'id'])),
    ),
  )

export const upsertSpans = (db: Db, rows: readonly SpanRow[]): Batch =>
  insertRows(db, 'spans', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'trace_id', 'id'])
        .doUpdateSet(replacing(rows, ['workspace_id', 'trace_id', 'id'])),
    ),
  )

/** What a delivery leaves empty erases nothing; `keep` is for those older than what is stored. */
export function upsertPayloads(
  db: Db,
  rows: readonly Insertable<SpanPayloadsTable>[],
  { keep }: { keep: boolean },
): Batch {
  const stored = ['inputs', 'outputs', 'events', 'metadata'] as const
  return insertRows(db, 'span_payloads', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['workspace_id', 'trace_id', 'span_id']).doUpdateSet((eb) =>
        Object.fromEntries(
          stored.map((name) => {
            const old = eb.ref(`span_payloads.${name}`)
            const arrived = eb.ref(`excluded.${name}`)
            return [name, keep ? eb.fn.coalesce(old, arrived) : eb.fn.coalesce(arrived, old)]
          }),
        ),
      ),
    ),
  )
}

export function insertTags(db: Db, spans: readonly SpanRow[]): Batch {
  const rows = spans.flatMap((span) =>
    [...new Set(fromJson(span.tags))].map((tag) => ({
      workspace_id: span.workspace_id,
      tag,
      started_at: span.started_at,
      trace_id: span.trace_id,
      span_id: span.id,
    })),
  )
  return insertRows(db, 'span_tags', rows, (insert) =>
    insert.onConflict((conflict) => conflict.doNothing()),
  )
}

export const addRollups = (db: Db, rows: readonly Insertable<RollupsTable>[]): Batch =>
  insertRows(db, 'rollups', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns([
          'workspace_id',
          'kind',
          'hour',
          'agent_id',
          'version',
          'node',
          'subject',
          'status',
        ])
        .doUpdateSet((eb) => ({
          ...Object.fromEntries(
            (['count', ...spendingNames] as const).map((name) => [
              name,
              eb(`rollups.${name}`, '+', eb.ref(`excluded.${name}`)),
            ]),
          ),
          latency: db.portable.addHistograms(eb.ref('rollups.latency'), eb.ref('excluded.latency')),
          first_token: db.portable.addHistograms(
            eb.ref('rollups.first_token'),
            eb.ref('excluded.first_token'),
          ),
        })),
    ),
  )

/** Every column but the key becomes what was to be inserted. */
const replacing = (rows: readonly object[], key: string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {})
      .filter((name) => !key.includes(name))
      .map((name) => [name, sql.ref(`excluded.${name}`)]),
  )
