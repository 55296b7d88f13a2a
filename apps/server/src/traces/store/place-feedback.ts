import type { ExpressionBuilder, SqlBool, Expression } from 'kysely'
import { type Batch, relaxed } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Folded, Known } from './fold-spans.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'

/**
 * A lock under which spans and their feedback find each other: concurrent transactions cannot see
 * each other's rows.
 */
const FINDING = 'spans and their feedback'

/**
 * Assigns feedback that arrived before its span, and moves it if the trace gets another project.
 * Runs after the upserts of spans and traces.
 */
export function findFeedback(db: Db, workspaceId: string, known: Known, folded: Folded): Batch {
  const spanIds = folded.spans.flatMap(({ id, trace_id: traceId }) =>
    known.spans.has(keyOf({ traceId, id })) ? [] : [id],
  )
  const moved = folded.traces.flatMap(({ id, project_id: project }) => {
    const before = known.traces.get(id)?.project_id ?? null
    return before === project ? [] : [id]
  })
  const isAnyOf =
    (column: 'trace_id' | 'span_id', ids: readonly string[]): Which =>
    (eb) =>
      db.portable.isOneOf(eb.ref(`feedback.${column}`).$notNull(), ids)
  const queries = [
    ...(moved.length > 0 ? [inProjectOfTrace(db, workspaceId, isAnyOf('trace_id', moved))] : []),
    ...(spanIds.length > 0 ? [inTraceOfSpan(db, workspaceId, isAnyOf('span_id', spanIds))] : []),
  ]
  if (queries.length === 0) return []
  // Shared, so that writers of spans do not block each other.
  return [...db.portable.holding(FINDING, 'shared'), ...relaxed(queries)]
}

/**
 * Assigns feedback to the project of its trace. Runs after its insert, under the lock of the trace.
 */
export const fileFeedback = (db: Db, workspaceId: string, ids: readonly string[]): Batch =>
  ids.length === 0 ? [] : relaxed([inProjectOfTrace(db, workspaceId, isOneOf(db, ids))])

/** Inserts feedback on unknown spans, then checks whether they have arrived in the meantime. */
export const seekSpans = (
  db: Db,
  workspaceId: string,
  insert: Batch,
  ids: readonly string[],
): Batch => [
  ...db.portable.holding(FINDING, 'alone'),
  ...insert,
  ...relaxed([inTraceOfSpan(db, workspaceId, isOneOf(db, ids))]),
]

type Builder = ExpressionBuilder<Schema, 'feedback'>
type Which = (eb: Builder) => Expression<SqlBool>

const isOneOf =
  ({ portable }: Db, ids: readonly string[]): Which =>
  (eb) =>
    portable.isOneOf(eb.ref('feedback.id'), ids)

const inTraceOfSpan = (db: Db, workspaceId: string, which: Which) =>
  db
    .updateTable('feedback')
    .set((eb) => ({
      trace_id: traceOfSpan(eb).select('spans.trace_id'),
      project_id: eb.fn.coalesce(
        traceOfSpan(eb).select('traces.project_id'),
        eb.ref('feedback.project_id'),
      ),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'is', null)
    .where(which)

const inProjectOfTrace = (db: Db, workspaceId: string, which: Which) =>
  db
    .updateTable('feedback')
    .set((eb) => ({
      project_id: eb.fn.coalesce(projectOfTrace(eb), eb.ref('feedback.project_id')),
    }))
    .where('feedback.workspace_id', '=', workspaceId)
    .where('feedback.trace_id', 'is not', null)
    .where(which)

/** Null if the trace is not stored. */
const projectOfTrace = (eb: Builder) =>
  eb
    .selectFrom('traces')
    .select('traces.project_id')
    .whereRef('traces.workspace_id', '=', 'feedback.workspace_id')
    .whereRef('traces.id', '=', 'feedback.trace_id')

const traceOfSpan = (eb: Builder) =>
  eb
    .selectFrom('spans')
    .innerJoin('traces', (join) =>
      join
        .onRef('traces.workspace_id', '=', 'spans.workspace_id')
        .onRef('traces.id', '=', 'spans.trace_id'),
    )
    .whereRef('spans.workspace_id', '=', 'feedback.workspace_id')
    .whereRef('spans.id', '=', 'feedback.span_id')
    .limit(1)
