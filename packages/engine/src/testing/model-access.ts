import type { CallAddress } from '@lathe/contract'
import type { startMockProvider } from '@lathe/mock-provider'
import { createEgress, type EgressSettings } from '../egress/egress.ts'
import { createModelAccess } from '../fetch/pipeline.ts'
import {
  type CallQueue,
  type CallWait,
  type ModelConnection,
  type ModelRequest,
  newCall,
  type Retry,
  type RunPorts,
} from '../fetch/request.ts'
import type { NewExchange } from '../replay/recording.ts'
import type { Replay } from '../replay/replay.ts'

export const connectionTo = (
  url: string,
  fields: Partial<ModelConnection> = {},
): ModelConnection => ({
  id: '0190b8f0-0000-7000-8000-000000000001',
  name: 'test',
  baseUrl: `${url}/v1`,
  defaultHeaders: {},
  timeoutMs: null,
  maxRetries: null,
  concurrency: null,
  allowPrivate: true,
  secret: () => 'sk-canary',
  ...fields,
})

export const chatRequest = (
  connection: ModelConnection,
  fields: Partial<ModelRequest> = {},
): ModelRequest => ({
  connection,
  kind: 'model',
  name: 'gpt-test',
  method: 'POST',
  path: '/chat/completions',
  json: { model: 'gpt-test', messages: [{ role: 'user', content: 'Hello' }] },
  call: newCall(),
  ...fields,
})

/** Numbers calls of one kind and name, like a recorder within a task. */
export function testPorts(
  path = ['answer'],
  replay: Replay | null = null,
  line: CallQueue | null = null,
) {
  const exchanges: NewExchange[] = []
  const retries: Retry[] = []
  const waits: CallWait[] = []
  const counted = new Map<string, number>()
  const ports: RunPorts = {
    begin(kind, name) {
      const ordinal = counted.get(`${kind} ${name}`) ?? 0
      counted.set(`${kind} ${name}`, ordinal + 1)
      const address: CallAddress = { path, superstep: 1, branch: null, ordinal }
      return {
        address,
        queue: line,
        replay,
        record: (exchange) => void exchanges.push(exchange),
        waitForCancellation: () => undefined,
        onRetry: (retry) => void retries.push(retry),
        onWait: (wait) => void waits.push(wait),
      }
    },
    checkBudget() {},
  }
  return { ports, exchanges, retries, waits }
}

/** The real pipeline with waits of milliseconds. */
export const quickAccess = (egress: EgressSettings = {}, retries = 2, responseBytes = 1_000_000) =>
  createModelAccess(createEgress(egress), {
    providerTimeoutMs: 5_000,
    providerRetries: retries,
    providerMaxBackoffMs: 4,
    providerMaxRetryAfterMs: 60_000,
    providerResponseBytes: responseBytes,
  })

type MockProvider = Pick<Awaited<ReturnType<typeof startMockProvider>>, 'requests'>

/**
 * Returns the requests to a provider without delivery options, sorted because copies run in
 * parallel.
 */
export function askedOf({ requests }: MockProvider): string[] {
  const bodies = requests
    .filter(({ path }) => path === '/chat/completions')
    .map(({ body }) => sorted({ ...(body as object), stream: null, stream_options: null }))
  return bodies.map((body) => JSON.stringify(body)).toSorted()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]))
}
