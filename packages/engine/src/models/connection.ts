import type { RunError } from '@lathe/contract'
import * as z from 'zod'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import {
  errorContext,
  type Fetch,
  type ModelConnection,
  type ModelRequest,
  newCall,
} from '../fetch/request.ts'

export type ListedModel = { id: string; ownedBy: string | null }

export type ConnectionTest =
  | { ok: true; latencyMs: number; models: number }
  | { ok: false; latencyMs: number; error: RunError }

const Answer = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish() })),
})

/** Lists a connection's models by id. */
export async function listModels(
  connection: ModelConnection,
  fetch: Fetch,
  signal?: AbortSignal,
): Promise<ListedModel[]> {
  const text = await sendTestRequest({ connection, fetch, signal }, 'GET', '/models')
  return parse(text, connection)
    .map(({ id, owned_by: ownedBy }) => ({ id, ownedBy: ownedBy ?? null }))
    .sort((a, b) => a.id.localeCompare(b.id))
}

/** Deletes a fine-tuned model after checking that the provider has it. */
export async function deleteModel(
  connection: ModelConnection,
  fetch: Fetch,
  name: string,
  signal?: AbortSignal,
): Promise<void> {
  const path = `/models/${encodeURIComponent(name)}`
  const caller = { connection, fetch, signal }
  await sendTestRequest(caller, 'GET', path)
  await sendTestRequest(caller, 'DELETE', path)
}

type Caller = {
  connection: ModelConnection
  fetch: Fetch
  signal: AbortSignal | undefined
}

async function sendTestRequest(
  { connection, fetch, signal }: Caller,
  method: 'GET' | 'DELETE',
  path: string,
): Promise<string> {
  const request: ModelRequest = {
    connection,
    kind: 'http',
    name: 'models',
    method,
    path,
    json: null,
    call: newCall(),
    signal,
  }
  const response = await fetch(request)
  return await response.text().catch((error: unknown) => {
    throw toLatheError(error, { ...errorContext(request), isStreaming: true })
  })
}

/**
 * Tests a connection by listing its models. Returns the latency in milliseconds and any error.
 * Does not throw.
 */
export async function testConnection(
  connection: ModelConnection,
  fetch: Fetch,
  signal?: AbortSignal,
): Promise<ConnectionTest> {
  const began = performance.now()
  const latency = () => Math.round(performance.now() - began)
  try {
    const models = await listModels(connection, fetch, signal)
    return { ok: true, latencyMs: latency(), models: models.length }
  } catch (error) {
    return { ok: false, latencyMs: latency(), error: toRunError(toLatheError(error)) }
  }
}

function parse(text: string, connection: ModelConnection): z.infer<typeof Answer>['data'] {
  try {
    return Answer.parse(JSON.parse(text)).data
  } catch (cause) {
    throw new LatheError(
      'BAD_RESPONSE',
      `${connection.baseUrl} did not answer with a list of models`,
      {
        connectionId: connection.id,
        hint: 'Check that the base URL belongs to an OpenAI-compatible API; it often ends in /v1.',
        cause,
      },
    )
  }
}
