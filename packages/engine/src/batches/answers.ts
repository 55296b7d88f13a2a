import type { JsonObject, RunError } from '@lathe/contract'
import * as z from 'zod'
import { callUrl, type ModelConnection, type ModelRequest, newCall } from '../fetch/request.ts'
import { requestFingerprint } from '../fetch/fingerprint.ts'
import { safeUrl } from '../fetch/redact.ts'
import { pathOf } from './batch-line.ts'
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

/** What came back for one request: an answer to go on with, or why there is none. */
export type BatchAnswer = { id: string } & (
  | { type: 'answer'; exchange: NewExchange }
  | { type: 'error'; error: RunError }
)

type Asked = { connection: ModelConnection; model: string; body: JsonObject }

/** Of the lines of a provider's files; what cannot be read, or was not asked, is left out. */
export function answersOf(text: string, asked: ReadonlyMap<string, Asked>): BatchAnswer[] {
  return text.split('\n').flatMap((row): BatchAnswer[] => {
    const line = lineOf(row)
    const request = line && asked.get(line.custom_id)
    if (!line || !request) return []
    const { custom_id: id, response, error } = line
    return response
      ? [{ id, type: 'answer', exchange: exchangeOf(request, response) }]
      : [{ id, type: 'error', error: unanswered(error ?? {}, request) }]
  })
}

function lineOf(row: string): z.infer<typeof Line> | undefined {
  try {
    return Line.parse(JSON.parse(row))
  } catch {
    return undefined
  }
}

type Answered = NonNullable<z.infer<typeof Line>['response']>

/** As if the provider had been asked in the run: what it said, in one piece. */
function exchangeOf({ connection, model, body }: Asked, response: Answered): NewExchange {
  const request: ModelRequest = {
    connection,
    kind: 'model',
    name: model,
    method: 'POST',
    path: pathOf(body),
    json: body,
    call: newCall(),
  }
  const { status_code: status, request_id: requestId } = response
  const data = JSON.stringify(response.body ?? {})
  return {
    kind: 'model',
    name: model,
    // Found by what is asked, wherever the graph asks it.
    address: { path: [], superstep: 0, branch: null, ordinal: 0 },
    fingerprint: requestFingerprint(request),
    attempt: 1,
    startedAt: Date.now() * 1_000,
    durationMs: 0,
    error: null,
    touch: {
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

function unanswered(
  { code, message }: { code?: string | null | undefined; message?: string | null | undefined },
  { connection }: Asked,
): RunError {
  const isLate = code === 'batch_expired'
  return {
    code: isLate ? 'TIMEOUT' : 'PROVIDER_ERROR',
    message: isLate
      ? 'The batch came to its end before this request was answered'
      : `${connection.name} did not answer this request of the batch`,
    ...(message && { providerMessage: message }),
    hint: 'Run the comparison again: what has no answer is sent anew.',
    retryable: true,
    connectionId: connection.id,
  }
}
