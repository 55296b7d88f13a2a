import { contract } from '@lathe/contract'
import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'

/** Builds handlers with the contract's own validation: `fake.agents.list.handler(() => [])`. */
export const fake = implement(contract)

type Routes = ConstructorParameters<typeof RPCHandler>[0]

/** Answers the client's requests in process for the rest of the file; returns a way to stop. */
export function serveFake(routes: Routes): () => void {
  const handler = new RPCHandler(routes)
  const original = globalThis.fetch
  let requests = 0
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { response } = await handler.handle(request, { prefix: '/rpc', context: {} })
    response?.headers.set('x-request-id', `request-${++requests}`)
    return response ?? new Response('no such route', { status: 404 })
  }
  return () => {
    globalThis.fetch = original
  }
}
