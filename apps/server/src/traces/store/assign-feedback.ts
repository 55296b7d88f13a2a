import type { ExpressionBuilder, SqlBool, Expression } from 'kysely'
import { type Batch, relaxed } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { TraceChanges, StoredRows } from './fold-spans.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'

/**
 * A lock under which spans and their feedback find each other: concurrent transactions cannot see
 * each other's rows.
 */
const ASSIGNMENT_LOCK = 'spans and their feedback'

/**
 * Assigns feedback that arrived before its span, and moves it if the trace gets another project.
 * Runs after the upserts of spans and traces.
 */
export function assignFeedback(
  db: Db,
  workspaceId: string,
  stored: StoredRows,
  changes: TraceChanges,
): Batch {
  const spanIds = changes.spans.flatMap(({ id, trace_id: traceId }) =>
    stored.spans.has(keyOf({ traceId, id })) ? [] : [id],
  )
  const movedTraceIds = changes.traces.flatMap(({ id, project_id: project }) => {
    const before = stored.traces.get(id)?.project_id ?? null
    return before === project ? [] : [id]
  })
  const matchesIds =
    (column: 'trace_id' | 'span_id', ids: readonly string[]): FeedbackCondition =>
    (eb) =>
      db.portable.isOneOf(eb.ref(`feedback.${column}`).$notNull(), ids)
  const queries = [
    ...(movedTraceIds.length > 0
      ? [assignProject(db, workspaceId, matchesIds('trace_id', movedTraceIds))]
      : []),
    ...(spanIds.length > 0 ? [assignTrace(db, workspaceId, matchesIds('span_id', spanIds))] : []),
  ]
  if (queries.length === 0) return []
  // Shared, so that writers of spans do not block each other.
  return [...db.portable.holding(ASSIGNMENT_LOCK, 'shared'), ...relaxed(queries)]
}

/**
 * Assigns feedback to the project of its trace. Runs after its insert, under the lock of the trace.
 */
export const assignFeedbackProject = (db: Db, workspaceId: string, ids: readonly string[]): Batch =>
  ids.length === 0 ? [] : relaxed([assignProject(db, workspaceId, hasIds(db, ids))])

/** Inserts feedback on unknown spans, then checks whether they have arrived in the meantime. */
export const insertOrphanedFeedback = (
  db: Db,
  workspaceId: string,
  insert: Batch,
  ids: readonly string[],
): Batch => [
  ...db.portable.holding(ASSIGNMENT_LOCK, 'alone'),
  ...insert,
  ...relaxed([assignTrace(db, workspaceId, hasIds(db, ids))]),
]

type Builder = ExpressionBuilder<Schema, 'feedback'>
type FeedbackCondition = (eb: Builder) => Expression<SqlBool>

const hasIds =
  ({ portable }: Db, ids: readonly string[]): FeedbackCondition =>
  (eb) =>
    portable.isOneOf(eb.ref('feedback.id'), ids)

const assignTrace = (db: Db, workspaceId: string, condition: FeedbackCondition) =>
  db
    .updateTable('feedback')
    .set((eb) => ({
      trace_id: selectSpanTrace(eb).select('spans.trace_id'),
      project_id: eb.fn.coalesce(
        selectSpanTrace(eb).select('traces.project_id'),
        eb.ref('feedback.project_id'),
      ),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'is', null)
    .where(condition)

const assignProject = (db: Db, workspaceId: string, condition: FeedbackCondition) =>
  db
    .updateTable('feedback')
    .set((eb) => ({
      project_id: eb.fn.coalesce(selectTraceProject(eb), eb.ref('feedback.project_id')),
    }))
    .where('feedback.workspace_id', '=', workspaceId)
    .where('feedback.trace_id', 'is not', null)
    .where(condition)

/** Null if the trace is not stored. */
const selectTraceProject = (eb: Builder) =>
  eb
    .selectFrom('traces')
    .select('traces.project_id')
    .whereRef('traces.workspace_id', '=', 'feedback.workspace_id')
    .whereRef('traces.id', '=', 'feedback.trace_id')

const selectSpanTrace = (eb: Builder) =>
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
