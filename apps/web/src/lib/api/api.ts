import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@lathe/contract'
import { takeAskedEarly } from './early-calls.ts'
import { isPageLeft } from '../browser/page-leave.ts'
import { rememberRequestId } from './request-ids.ts'
import { reportSessionLost } from './session.ts'

type Answer = { requestId?: string | undefined }

const link = new RPCLink<{ answer?: Answer }>({
  url: () => `${location.origin}/rpc`,
  // Look up `fetch` at each call, so that tests can replace it.
  fetch: async (request, init) =>
    (await takeAskedEarly(request)) ??
    (await globalThis.fetch(request, isPageLeft() ? { ...init, keepalive: true } : init)),
  interceptors: [
    async (options) => {
      const answer: Answer = {}
      try {
        return await options.next({ ...options, context: { answer } })
      } catch (error) {
        rememberRequestId(error, answer.requestId)
        if (error instanceof ORPCError && error.code === 'UNAUTHENTICATED') reportSessionLost()
        throw error
      }
    },
  ],
  clientInterceptors: [
    async (options) => {
      const response = await options.next()
      const requestId = response.headers['x-request-id']
      if (options.context.answer) options.context.answer.requestId = String(requestId ?? '')
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
