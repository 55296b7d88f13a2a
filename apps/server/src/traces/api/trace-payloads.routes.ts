import type { TraceHit } from '@lathe/contract'
import { readDetails } from '../query/read-details.ts'
import { readPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { api, type Context, uncheckedApi } from '../../api/context.ts'
import { isTraceKnown } from './awaited-trace.store.ts'
import { findText } from './find-text.ts'

export const tracePayloadRoutes = {
  details: uncheckedApi.traces.details.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    if (!(await isTraceKnown(db, workspaceId, input.id))) throw errors.NO_SUCH_TRACE()
    return readDetails({ db, workspaceId, id: input.id })
  }),

  find: uncheckedApi.traces.find.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    if (!(await isTraceKnown(db, workspaceId, input.id))) throw errors.NO_SUCH_TRACE()
    return hits(context, input)
  }),

  attachments: api.traces.attachments.handler(async ({ input, context }) => {
    const rows = await context.db
      .selectFrom('attachments')
      .select(['name', 'mime_type', 'size'])
      .where('workspace_id', '=', context.workspaceId)
      .where('trace_id', '=', input.traceId)
      .where('span_id', '=', input.spanId)
      .orderBy('name')
      .execute()
    return rows.map(({ name, mime_type, size }) => ({ name, mimeType: mime_type, size }))
  }),
}

type Place = Pick<Context, 'db' | 'workspaceId'>

async function* hits(
  { db, workspaceId }: Place,
  { id, q }: { id: string; q: string },
): AsyncGenerator<TraceHit[], void> {
  for await (const rows of readPayloads({ db, workspaceId, id })) {
    const found = findText(rows, q)
    if (found.length > 0) yield found
  }
}
