import type { JsonObject, RunError } from '@lathe/contract'
import * as z from 'zod'
import { callUrl, type ModelConnection, type ModelRequest, newCall } from '../fetch/request.ts'
import { requestFingerprint } from '../fetch/fingerprint.ts'
import { safeUrl } from '../fetch/redact.ts'
import { batchPath } from './batch-line.ts'
import type { NewExchange } from '../replay/recording.ts'

const Line = z.object({
  custom_id: z.string(),
  response: z
    .object({
      status_code: z.int(),
      request_id: z.string().nullish(),
      body: z.record(z.string(), z.json()).nullish(),
    })
    .nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
})

/** Result of one batch request: an answer to continue with, or why there is none. */
export type BatchAnswer = { id: string } & (
  | { type: 'answer'; exchange: NewExchange }
  | { type: 'error'; error: RunError }
)

type BatchRequest = { connection: ModelConnection; model: string; body: JsonObject }

/**
 * Reads the lines of a provider's result files. Unreadable lines and unknown requests are skipped.
 */
export function readBatchAnswers(
  text: string,
  requests: ReadonlyMap<string, BatchRequest>,
): BatchAnswer[] {
  return text.split('\n').flatMap((row): BatchAnswer[] => {
    const line = parseLine(row)
    const request = line && requests.get(line.custom_id)
    if (!line || !request) return []
    const { custom_id: id, response, error } = line
    return response
      ? [{ id, type: 'answer', exchange: toExchange(request, response) }]
      : [{ id, type: 'error', error: toUnansweredError(error ?? {}, request) }]
  })
}

function parseLine(row: string): z.infer<typeof Line> | undefined {
  try {
    return Line.parse(JSON.parse(row))
  } catch {
    return undefined
  }
}

type BatchResponse = NonNullable<z.infer<typeof Line>['response']>

/** Builds the exchange that the run would have recorded, with the answer in one piece. */
function toExchange(
  { connection, model, body }: BatchRequest,
  response: BatchResponse,
): NewExchange {
  const request: ModelRequest = {
    connection,
    kind: 'model',
    name: model,
    method: 'POST',
    path: batchPath(body),
    json: body,
    call: newCall(),
  }
  const { status_code: status, request_id: requestId } = response
  const data = JSON.stringify(response.body ?? {})
  return {
    kind: 'model',
    name: model,
    // Found by its fingerprint, wherever the graph makes the request.
    address: { path: [], superstep: 0, branch: null, ordinal: 0 },
    fingerprint: requestFingerprint(request),
    attempt: 1,
    startedAt: Date.now() * 1_000,
    durationMs: 0,
    error: null,
    content: {
      type: 'http',
      request: {
        method: 'POST',
        url: safeUrl(callUrl(request)),
        headers: { 'content-type': 'application/json' },
        body,
      },
      response: {
        status,
        headers: {
          'content-type': 'application/json',
          ...(requestId && { 'x-request-id': requestId }),
        },
        chunks: [{ atMs: 0, data, encoding: 'utf8' }],
      },
    },
  }
}

function toUnansweredError(
  { code, message }: { code?: string | null | undefined; message?: string | null | undefined },
  { connection }: BatchRequest,
): RunError {
  const isLate = code === 'batch_expired'
  return {
    code: isLate ? 'TIMEOUT' : 'PROVIDER_ERROR',
    message: isLate
      ? 'The batch ended without an answer to this request'
      : `${connection.name} did not answer this request of the batch`,
    ...(message && { providerMessage: message }),
    hint: 'Run the comparison again to send the unanswered requests.',
    retryable: true,
    connectionId: connection.id,
  }
}
