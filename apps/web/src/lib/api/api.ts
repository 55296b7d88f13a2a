import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@lathe/contract'
import { isPageLeaving } from '../browser/page-leave.ts'
import { rememberRequestId } from './describe-error.ts'
import { reportSessionLost } from './session.ts'

type ResponseInfo = { requestId?: string | undefined }

const link = new RPCLink<{ responseInfo?: ResponseInfo }>({
  url: () => `${location.origin}/rpc`,
  // Look up `fetch` at each call, so that tests can replace it.
  fetch: async (request, init) =>
    (await takeEarlyResponse(request)) ??
    (await globalThis.fetch(request, isPageLeaving() ? { ...init, keepalive: true } : init)),
  interceptors: [
    async (options) => {
      const responseInfo: ResponseInfo = {}
      try {
        return await options.next({ ...options, context: { responseInfo } })
      } catch (error) {
        rememberRequestId(error, responseInfo.requestId)
        if (error instanceof ORPCError && error.code === 'UNAUTHENTICATED') reportSessionLost()
        throw error
      }
    },
  ],
  clientInterceptors: [
    async (options) => {
      const response = await options.next()
      const requestId = response.headers['x-request-id']
      if (options.context.responseInfo)
        options.context.responseInfo.requestId = String(requestId ?? '')
      return response
    },
  ],
})

/** Client for calls; for events: `for await (const event of await client.runs.events({ id }))`. */
export const client: ContractRouterClient<typeof contract> = createORPCClient(link)

/**
 * Query and mutation options for every call: `useSuspenseQuery(api.agents.list.queryOptions({
 * input: {} }))`.
 */
export const api = createTanstackQueryUtils(client)

/** A call that `public/first-data.js` made before the app had loaded. */
type EarlyCall = { body: string; response: Promise<Response>; controller: AbortController }

declare global {
  interface Window {
    earlyCalls?: Map<string, EarlyCall>
  }
}

/**
 * Returns the prefetched response of an identical call. The first call to a procedure consumes its
 * prefetch, or aborts it if the input differs.
 */
async function takeEarlyResponse(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const earlyCall = window.earlyCalls?.get(pathname)
  if (!earlyCall) return undefined
  window.earlyCalls?.delete(pathname)
  const isSame = (await request.clone().text()) === earlyCall.body
  if (!isSame || request.signal.aborted) {
    earlyCall.controller.abort()
    return undefined
  }
  request.signal.addEventListener('abort', () => earlyCall.controller.abort())
  return await earlyCall.response.catch(() => undefined)
}
