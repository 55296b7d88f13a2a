import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { expect, test } from 'vitest'
import { toOpaque } from './opaque-output.ts'

/** oRPC's copy would lose the `toJSON` method. */
const item = { toJSON: () => 'as it is' }
const router = {
  list: os.route({ method: 'GET', path: '/list' }).handler(() => toOpaque({ items: [item] })),
  stream: os.route({ method: 'GET', path: '/stream' }).handler(() => toOpaque(events())),
}

async function* events() {
  yield { items: [] }
}

const ask = async (path: string) => {
  const request = new Request(`http://localhost${path}`)
  const { response } = path.startsWith('/rpc')
    ? await new RPCHandler(router, { strictGetMethodPluginEnabled: false }).handle(request, {
        prefix: '/rpc',
      })
    : await new OpenAPIHandler(router).handle(request, {})
  return response
}

test('responses are serialized without being copied first', async () => {
  const rest = await ask('/list')
  const rpc = await ask('/rpc/list')

  expect(await rest?.json()).toEqual({ items: ['as it is'] })
  expect(await rpc?.json()).toEqual({ json: { items: ['as it is'] } })
})

test('streams pass through unchanged', async () => {
  const response = await ask('/stream')

  expect(response?.headers.get('content-type')).toContain('text/event-stream')
})
