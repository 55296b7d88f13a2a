import type { ExpressionBuilder } from 'kysely'
import { type Batch, relaxed } from '../atomic.ts'
import type { Db } from '../db.ts'
import type { Schema } from '../schema.ts'
import type { Folded, Known } from './fold-spans.ts'

/** Feedback that came before its span learns whose it is. Behind the upserts of spans and traces. */
export function placeFeedback(db: Db, workspaceId: string, spanIds: readonly string[]): Batch {
  if (spanIds.length === 0) return []
  const query = db
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
    .where((eb) => db.portable.isAnyOf(eb.ref('span_id').$notNull(), spanIds))
  return relaxed([query])
}

/** Feedback is of its trace's project, whatever it names itself. Behind its own insert. */
export function fileFeedback(db: Db, workspaceId: string, ids: readonly string[]): Batch {
  if (ids.length === 0) return []
  const query = inProjectOfTrace(db, workspaceId).where((eb) =>
    db.portable.isAnyOf(eb.ref('feedback.id'), ids),
  )
  return relaxed([query])
}

/** It goes along where a trace comes after it, or where its root names another project than the spans before. */
export function moveFeedback(db: Db, workspaceId: string, known: Known, { traces }: Folded): Batch {
  const moved = traces.flatMap(({ id, project_id: project }) => {
    const before = known.traces.get(id)?.project_id ?? null
    return before === project ? [] : [id]
  })
  if (moved.length === 0) return []
  const query = inProjectOfTrace(db, workspaceId).where((eb) =>
    db.portable.isAnyOf(eb.ref('feedback.trace_id').$notNull(), moved),
  )
  return relaxed([query])
}

const inProjectOfTrace = (db: Db, workspaceId: string) =>
  db
    .updateTable('feedback')
    .set((eb) => ({
      project_id: eb.fn.coalesce(projectOfTrace(eb), eb.ref('feedback.project_id')),
    }))
    .where('feedback.workspace_id', '=', workspaceId)
    .where('feedback.trace_id', 'is not', null)

/** Null for a trace that is not stored. */
const projectOfTrace = (eb: ExpressionBuilder<Schema, 'feedback'>) =>
  eb
    .selectFrom('traces')
    .select('traces.project_id')
    .whereRef('traces.workspace_id', '=', 'feedback.workspace_id')
    .whereRef('traces.id', '=', 'feedback.trace_id')

const traceOfSpan = (eb: ExpressionBuilder<Schema, 'feedback'>) =>
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
