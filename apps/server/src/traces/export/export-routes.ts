import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TraceExport } from '@lathe/contract'
import { type RequestHandler, Router } from 'express'
import type { AppContext } from '../../api/context.ts'
import { invalidInputs, refusal } from '../../platform/http/errors.ts'
import { describeIssues } from '../../platform/http/issues.ts'
import { createContext } from '../../api/mount-contract.ts'
import { getRequestId } from '../../platform/http/request-id.ts'
import { getCaller } from '../../platform/http/security/session.ts'
import { readFilter } from '../query/list/trace-filter.ts'
import { exportRows } from './export-rows.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' }

/** Serves traces as a file, streamed to the socket. */
export function exportRoutes(app: AppContext): Router {
  const routes = Router()
  routes.get(
    '/api/traces/export',
    sendFile(app, ({ query }) => query),
  )
  routes.post(
    '/api/traces/export',
    sendFile(app, ({ body }) => body as unknown),
  )
  return routes
}

const sendFile =
  (app: AppContext, input: (req: Parameters<RequestHandler>[0]) => unknown): RequestHandler =>
  async (req, res) => {
    const { success, data, error } = TraceExport.safeParse(input(req))
    if (!success) throw invalidInputs(describeIssues(error.issues))
    const choice = readFilter(data, {
      INVALID_FILTER: (problem) =>
        refusal(400, 'INVALID_FILTER', 'The filter is invalid', problem.data),
    })
    const { db, workspaceId } = createContext(app, getRequestId(res), getCaller(req))
    const disconnect = new AbortController()
    res.on('close', () => disconnect.abort())
    const rows = exportRows(db, workspaceId, choice, disconnect.signal)
    const first = await rows.next()
    res.setHeader('content-type', TYPES[data.format])
    res.setHeader('content-disposition', `attachment; filename="traces.${data.format}"`)
    try {
      await pipeline(Readable.from(prependFirst(first, rows)), res)
    } catch (failure) {
      // Destroys the connection, so that a partial file is not mistaken for a complete one.
      res.destroy()
      if (!req.destroyed)
        app.log.error({ err: failure, requestId: getRequestId(res) }, 'export failed')
    }
  }

async function* prependFirst(first: IteratorResult<string, unknown>, rest: AsyncGenerator<string>) {
  if (!first.done) yield first.value
  yield* rest
}
