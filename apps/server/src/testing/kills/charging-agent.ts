import type { ServerProcess } from '../server-process.ts'

export const STEPS = ['1', '2', '3']

/** Three sequential charges, each with a key of its order. */
const document = {
  format: 1,
  state: { order: { type: 'string' }, receipt: { type: 'object' } },
  input: ['order'],
  output: ['receipt'],
  nodes: Object.fromEntries(
    STEPS.map((step) => [
      `pay-${step}`,
      {
        kind: 'tool',
        tool: 'charge',
        args: { key: { template: `{{order}}:${step}` } },
        writes: 'receipt',
      },
    ]),
  ),
  edges: ['start', ...STEPS.map((step) => `pay-${step}`)].map((from, index) => ({
    from,
    to: STEPS[index] === undefined ? 'end' : `pay-${STEPS[index]}`,
  })),
}

/** Creates the tool and the agent that calls it. */
export async function prepare(server: ServerProcess, counterUrl: string): Promise<void> {
  await send(server, '/api/tools', {
    name: 'charge',
    description: 'Charges an order',
    schema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
    effect: 'write',
    config: {
      kind: 'http',
      method: 'POST',
      url: `${counterUrl}/charge`,
      query: { key: '{key}' },
      allowPrivate: true,
    },
  })
  await send(server, '/api/agents', { name: 'Payer', slug: 'payer', document })
  await send(server, '/api/agents/payer/versions', { revision: 1, publish: true })
}

export async function pay(server: ServerProcess, from: number, to: number): Promise<void> {
  const orders = Array.from({ length: to - from }, (_, index) => `order-${from + index}`)
  await Promise.all(
    orders.map((order) => send(server, '/api/runs', { agent: 'payer', input: { order } })),
  )
}

export async function send(server: ServerProcess, path: string, body: unknown): Promise<void> {
  const response = await server.call('POST', path, body)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
