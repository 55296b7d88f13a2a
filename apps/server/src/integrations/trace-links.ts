import { toUuid, traceUuid } from '@lathe/traces'
import { Router } from 'express'
import type { Db } from '../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { findTraceIds } from '../traces/store/load-stored.ts'
import type { AppContext } from '../api/context.ts'

/** Programs log span ids and OpenTelemetry trace ids, so these open the trace too. */
export function traceLinks({ db }: Pick<AppContext, 'db'>): Router {
  const routes = Router()
  routes.get('/traces/:id', async (req, res, next) => {
    const page = await findPage(db, req.params.id)
    if (page === undefined) return next()
    res.redirect(302, page)
  })
  return routes
}

/** Returns the page of a trace, or undefined for its own URL and unknown ids. */
async function findPage(db: Db, idParam: string): Promise<string | undefined> {
  const id = idParam.toLowerCase()
  const uuid = toUuid(id)
  const ids = [...(uuid ? [uuid] : []), ...(OTEL_TRACE.test(id) ? [traceUuid(id)] : [])]
  if (ids.length === 0) return undefined
  const trace = await db
    .selectFrom('traces')
    .select('id')
    .where('workspace_id', '=', DEFAULT_WORKSPACE)
    .where('id', 'in', ids)
    .executeTakeFirst()
  if (trace) return trace.id === idParam ? undefined : `/traces/${trace.id}`
  const traceId = uuid && (await findTraceIds(db, DEFAULT_WORKSPACE, [uuid])).get(uuid)
  return traceId && `/traces/${traceId}?span=${uuid}`
}

const OTEL_TRACE = /^[0-9a-f]{32}$/
