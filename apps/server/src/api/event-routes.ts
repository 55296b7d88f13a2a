import { getEventIteratorSchemaDetails } from '@orpc/contract'
import {
  createProcedureClient,
  getRouter,
  isProcedure,
  ORPCError,
  traverseContractProcedures,
  type AnyProcedure,
} from '@orpc/server'
import { Router, type Request, type RequestHandler } from 'express'
import type { AppContext, Context } from './context.ts'
import { sendError, toDeclared, withRequestId } from '../platform/http/errors.ts'
import { contractFraming, sendEvents } from '../platform/http/event-stream.ts'
import { acceptFormerNames } from './former-names.ts'
import { createContext } from './mount-contract.ts'
import { getRequestId } from '../platform/http/request-id.ts'
import { getCaller } from '../platform/http/security/session.ts'
import type { AppRouter } from './router.ts'

type Stream = {
  path: readonly string[]
  procedure: AnyProcedure
  input: (req: Request) => unknown
  isRpc: boolean
}

const body = (req: Request): unknown => req.body
const rpcBody = (req: Request): unknown => Reflect.get(Object(req.body), 'json')
const query = (req: Request): unknown => ({ ...req.query, ...req.params })

/**
 * Serves all event streams of the contract before the generic handlers: same procedures and errors,
 * but events are written directly to the socket. The generic encoder inspects every value for dates
 * and files, which these events do not contain. It needs 28 µs of CPU for a token instead of 4, and
 * twice the time for a span of a trace outline.
 */
export function eventRoutes(app: AppContext, router: AppRouter): Router {
  const routes = Router()
  traverseContractProcedures({ router, path: [] }, ({ contract, path: names }) => {
    const { outputSchema, route } = contract['~orpc']
    const procedure = getRouter(router, names)
    if (!isProcedure(procedure) || !getEventIteratorSchemaDetails(outputSchema)) return
    const httpPath = `/api${route.path?.replace(/\{(\w+)\}/g, ':$1')}`
    if (route.method === 'GET') {
      routes.get(httpPath, serveEvents(app, { path: names, procedure, input: query, isRpc: false }))
    } else
      routes.post(httpPath, serveEvents(app, { path: names, procedure, input: body, isRpc: false }))
    const rpc = serveEvents(app, { path: names, procedure, input: rpcBody, isRpc: true })
    routes.post(`/rpc/${names.join('/')}`, rpc)
  })
  return routes
}

function serveEvents(app: AppContext, { path, procedure, input, isRpc }: Stream): RequestHandler {
  return async (req, res) => {
    const context = createContext(app, getRequestId(res), getCaller(req))
    const explain = (error: unknown) =>
      withRequestId(toDeclared(error, app.log, context.requestId), context.requestId)
    const disconnected = new AbortController()
    res.on('close', () => disconnected.abort())

    const lastEventId = req.get('last-event-id')
    const call = { signal: disconnected.signal, ...(lastEventId !== undefined && { lastEventId }) }
    const opened = await openEvents({ path, procedure }, context, input(req), call).catch(explain)
    if (opened instanceof ORPCError) return sendError(res, opened, isRpc)

    res.setHeaders(context.replyHeaders)
    const encode = isRpc ? (value: unknown) => `{"json":${JSON.stringify(value)}}` : JSON.stringify
    // The cast holds: only procedures that return events are mounted.
    await sendEvents(res, opened as AsyncIterable<object>, contractFraming(encode, explain))
  }
}

/** Returns the handler's own iterator. The client would wrap every event. */
async function openEvents(
  { path, procedure }: Pick<Stream, 'path' | 'procedure'>,
  context: Context,
  input: unknown,
  call: { signal: AbortSignal; lastEventId?: string },
): Promise<unknown> {
  let events: unknown
  const take = async ({ next }: { next: () => Promise<unknown> }) => {
    events = await next()
    return events
  }
  await createProcedureClient(procedure, {
    context,
    path,
    interceptors: [acceptFormerNames, take],
  })(input, call)
  return events
}
