import { v7 } from 'uuid'
import { atomic } from '../../platform/db/atomic.ts'
import { toJson, toJsonOrNull } from '../../platform/db/json.ts'
import { traceLockKey } from '../store/load-stored.ts'
import { findSpan } from '../query/read-details.ts'
import { api } from '../../api/context.ts'
import { isTraceKnown } from './live-runs.ts'
import { findFeedback, listFeedback } from './feedback.store.ts'
import { now } from '../../platform/time.ts'

export const feedbackRoutes = {
  feedback: api.traces.feedback.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const feedback = await listFeedback(db, workspaceId, input.id)
    if (feedback.length === 0 && !(await isTraceKnown(db, workspaceId, input.id))) {
      throw errors.NO_SUCH_TRACE()
    }
    return feedback
  }),

  addFeedback: api.traces.addFeedback.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { traceId, spanId, key, score, comment } = input
    if (!(await findSpan(db, workspaceId, traceId, spanId))) throw errors.NO_SUCH_SPAN()
    const id = v7()
    const createdAt = now()
    const insert = db.insertInto('feedback').values((eb) => ({
      workspace_id: workspaceId,
      id,
      span_id: spanId,
      trace_id: traceId,
      project_id: eb
        .selectFrom('traces')
        .select('traces.project_id')
        .where('traces.workspace_id', '=', workspaceId)
        .where('traces.id', '=', traceId),
      key,
      score: toJsonOrNull(score),
      value: null,
      comment,
      correction: null,
      source: toJson({ type: 'app' }),
      created_at: createdAt,
      modified_at: createdAt,
    }))
    // Spans that arrive meanwhile may name another project.
    await db.portable.exclusively([traceLockKey(workspaceId, traceId)], (queries) =>
      atomic(queries, [insert]),
    )
    const feedback = await findFeedback(db, workspaceId, id)
    if (!feedback) throw errors.NO_SUCH_SPAN()
    return feedback
  }),

  editFeedback: api.traces.editFeedback.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { id, score, comment } = input
    await db
      .updateTable('feedback')
      .set({
        modified_at: now(),
        ...(score !== undefined && { score: toJsonOrNull(score) }),
        ...(comment !== undefined && { comment }),
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    const feedback = await findFeedback(db, workspaceId, id)
    if (!feedback) throw errors.NO_SUCH_FEEDBACK()
    return feedback
  }),

  deleteFeedback: api.traces.deleteFeedback.handler(async ({ input, context, errors }) => {
    const { numDeletedRows } = await context.db
      .deleteFrom('feedback')
      .where('workspace_id', '=', context.workspaceId)
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (Number(numDeletedRows) === 0) throw errors.NO_SUCH_FEEDBACK()
    return {}
  }),
}
