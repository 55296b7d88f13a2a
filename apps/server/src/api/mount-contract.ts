import { OpenAPIHandler } from '@orpc/openapi/node'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import type { RequestHandler } from 'express'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import type { AppContext, Context } from './context.ts'
import {
  invalidInput,
  refusal,
  readRetryAfter,
  toDeclared,
  withRequestId,
} from '../platform/http/errors.ts'
import { getRequestId } from '../platform/http/request-id.ts'
import { getCaller } from '../platform/http/security/session.ts'
import { acceptFormerNames } from './former-names.ts'
import type { AppRouter } from './router.ts'

type Call<T> = { context: Context; next: () => Promise<T> }

const calledContexts = new WeakSet<Context>()

/** All errors of procedures pass through this interceptor once, from any caller. */
export async function declareErrors<T>({ context, next }: Call<T>): Promise<T> {
  calledContexts.add(context)
  try {
    return await next()
  } catch (error) {
    throw toDeclared(error, context.log, context.requestId)
  }
}

/** Errors raised before a procedure is called are decoding errors, so the request is invalid. */
async function nameRequest<T>({ context, next }: Call<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    const isUnreadable = !(error instanceof ORPCError) && !calledContexts.has(context)
    const cause = isUnreadable ? invalidInput('', 'the request cannot be decoded') : error
    const declared = toDeclared(cause, context.log, context.requestId)
    const retryAfter = declared instanceof ORPCError ? readRetryAfter(declared) : undefined
    if (retryAfter !== undefined) context.replyHeaders.set('retry-after', retryAfter)
    throw withRequestId(declared, context.requestId)
  }
}

type Reply = { response: { headers: Record<string, string | string[] | undefined> } | undefined }

async function addHeaders<T extends Reply>({ context, next }: Call<T>): Promise<T> {
  const reply = await next()
  if (reply.response)
    Object.assign(reply.response.headers, Object.fromEntries(context.replyHeaders))
  return reply
}

type RestOptions = {
  request: { method: string; url: URL; body: () => Promise<unknown> }
}

/** Accepts `?confirm=true` on DELETE, because many HTTP clients send no body with it. */
async function readConfirm<T extends RestOptions, R>(
  options: T & { next: (options?: T) => Promise<R> },
): Promise<R> {
  const { next, request } = options
  const confirm = request.method === 'DELETE' ? request.url.searchParams.get('confirm') : null
  if (confirm === null) return await next()
  return await next({ ...options, request: { ...request, body: async () => ({ confirm }) } })
}

export const createContext = (
  app: AppContext,
  requestId: string,
  caller: Context['caller'],
): Context => ({
  ...app,
  workspaceId: DEFAULT_WORKSPACE,
  requestId,
  caller,
  replyHeaders: new Map(),
})

export function mountContract(app: AppContext, router: AppRouter) {
  const interceptors = {
    rootInterceptors: [addHeaders],
    interceptors: [nameRequest],
    clientInterceptors: [declareErrors, acceptFormerNames],
  }
  const rpc = new RPCHandler(router, interceptors)
  const rest = new OpenAPIHandler(router, {
    ...interceptors,
    rootInterceptors: [addHeaders, readConfirm],
  })

  const serve =
    (handler: typeof rpc | typeof rest, prefix: '/rpc' | '/api'): RequestHandler =>
    async (req, res) => {
      const context = createContext(app, getRequestId(res), getCaller(req))
      const { matched } = await handler.handle(req, res, { prefix, context })
      if (!matched)
        throw refusal(
          404,
          'NOT_FOUND',
          `No route for ${req.method} ${req.originalUrl.split('?', 1)[0]}`,
        )
    }
  return { rpc: serve(rpc, '/rpc'), rest: serve(rest, '/api') }
}
