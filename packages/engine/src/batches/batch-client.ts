import type { Json, JsonObject } from '@lathe/contract'
import * as z from 'zod'
import { LatheError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import {
  errorContext,
  type Fetch,
  type ModelConnection,
  type ModelRequest,
  newCall,
} from '../fetch/request.ts'
import type { ModelAccess } from '../fetch/pipeline.ts'
import { batchLine, batchPath } from './batch-line.ts'

const counts = z.object({ total: z.int(), completed: z.int(), failed: z.int() })
const Problem = z.object({ message: z.string().nullish(), line: z.number().nullish() })

const ProviderBatch = z.object({
  id: z.string(),
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  request_counts: counts.nullish(),
  errors: z.object({ data: z.array(Problem).nullish() }).nullish(),
  /** Seconds since the epoch. */
  expires_at: z.number().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
export type ProviderBatch = z.infer<typeof ProviderBatch>

export type BatchClient = {
  /**
   * Sends requests to one API, by id. Creates only one batch per key, whatever became of earlier
   * attempts.
   */
  send(key: string, bodies: ReadonlyMap<string, JsonObject>): Promise<ProviderBatch>
  get(id: string): Promise<ProviderBatch>
  cancel(id: string): Promise<ProviderBatch>
  read(fileId: string): Promise<string>
}

const KEY = 'lathe_batch'
/** Number of batches on one page. */
const RECENT = 100

/** Creates a client for a provider's batch endpoint: files and batches. */
export function createBatchClient(
  connection: ModelConnection,
  models: Pick<ModelAccess, 'direct' | 'outside'>,
  signal?: AbortSignal,
): BatchClient {
  const retryingFetch = models.outside()
  const version = connection.kind === 'azure-openai' ? '' : '/v1'
  const send = async (fetch: Fetch, call: HttpCall) => {
    const request: ModelRequest = {
      connection,
      kind: 'http',
      name: 'batches',
      json: null,
      call: newCall(),
      signal,
      ...call,
    }
    const response = await fetch(request)
    return await response.text().catch((error: unknown) => {
      throw toLatheError(error, { ...errorContext(request), isStreaming: true })
    })
  }
  const requestBatch = async (fetch: Fetch, call: HttpCall) =>
    parse(ProviderBatch, await send(fetch, call), connection)
  const get = (path: string): HttpCall => ({ method: 'GET', path })
  const post = (path: string, json: Json = null): HttpCall => ({ method: 'POST', path, json })

  const find = async (key: string) => {
    const text = await send(retryingFetch, get('/batches'))
    const { data } = parse(z.object({ data: z.array(ProviderBatch) }), text, connection)
    return data.slice(0, RECENT).find(({ metadata }) => metadata?.[KEY] === key)
  }
  const create = async (key: string, bodies: ReadonlyMap<string, JsonObject>) => {
    const [first] = bodies.values()
    const endpoint = version + batchPath(first)
    const lines = [...bodies].map(([id, body]) => batchLine(id, endpoint, body))
    const file = { name: `${key}.jsonl`, purpose: 'batch', text: lines.join('') }
    const uploaded = await send(retryingFetch, { ...post('/files'), file })
    const { id } = parse(z.object({ id: z.string() }), uploaded, connection)
    const creation = {
      input_file_id: id,
      endpoint,
      completion_window: '24h',
      metadata: { [KEY]: key },
    }
    // Never retried: a duplicate batch would be charged, too.
    return await requestBatch(models.direct, post('/batches', creation))
  }

  return {
    send: async (key, bodies) => (await find(key)) ?? (await create(key, bodies)),
    get: (id) => requestBatch(retryingFetch, get(`/batches/${encodeURIComponent(id)}`)),
    cancel: (id) => requestBatch(retryingFetch, post(`/batches/${encodeURIComponent(id)}/cancel`)),
    read: (id) => send(retryingFetch, get(`/files/${encodeURIComponent(id)}/content`)),
  }
}

type HttpCall = Pick<ModelRequest, 'method' | 'path'> & Partial<Pick<ModelRequest, 'json' | 'file'>>

function parse<T>(schema: z.ZodType<T>, text: string, connection: ModelConnection): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new LatheError(
      'BAD_RESPONSE',
      `${connection.name} did not answer like a batch endpoint`,
      {
        connectionId: connection.id,
        hint: 'Check that the provider of this connection has a batch endpoint, or turn batch mode off.',
        cause,
      },
    )
  }
}
