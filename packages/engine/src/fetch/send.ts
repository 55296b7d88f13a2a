import { type Bytes, changedBody } from '../egress/changed-body.ts'
import type { Egress } from '../egress/egress.ts'
import { type Grant, toGrant, type Grants } from '../egress/grants.ts'
import { httpError } from '../errors/http-error.ts'
import { LatheError } from '../errors/lathe-error.ts'
import { noAnswer } from '../errors/network-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { redactSecrets } from './redact.ts'
import {
  callUrl,
  errorContext,
  type Fetch,
  type ModelConnection,
  type ModelForm,
  type ModelRequest,
} from './request.ts'

const MAX_ERROR_BODY = 64 * 1024

/** Throws a `LatheError` for every answer other than 2xx. */
export function throwOnErrorStatus(next: Fetch): Fetch {
  return async (request) => {
    const context = errorContext(request)
    const response = await next(request).catch((error: unknown) => {
      throw toLatheError(error, context)
    })
    if (response.ok) return response
    const errorBody = await readErrorBody(response)
    const hasKey = (await request.connection.secret()) !== null
    throw httpError(response.status, response.headers, errorBody, {
      ...context,
      connection: { ...context.connection, hasKey },
    })
  }
}

/** A broken body still leaves the status. */
async function readErrorBody(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > MAX_ERROR_BODY) break
    }
  } catch {
    return text
  }
  return text
}

type AnswerBounds = {
  /** After decompression. */
  maxBytes: number
  tooLongError: () => Error
  /** Maximum time in which only keep-alive comments arrive. */
  idleMs: number
  idleError: () => Error
}

/**
 * Returns the response with a body that fails if it is too long, or if only comments arrive for too
 * long. Complete silence is detected where the bytes are read.
 */
function limitAnswer(response: Response, bounds: AnswerBounds): Response {
  const { maxBytes, tooLongError, idleMs, idleError } = bounds
  const hasText = createTextDetector()
  let receivedBytes = 0
  let lastTextAt = performance.now()
  return changedBody(response, {
    chunk(bytes) {
      const now = performance.now()
      if (hasText(bytes)) lastTextAt = now
      else if (now - lastTextAt > idleMs) throw idleError()
      receivedBytes += bytes.byteLength
      if (receivedBytes > maxBytes) throw tooLongError()
      return bytes
    },
  })
}

/** Any text, or a line of an event stream that is not a comment. */
const TEXT = /^[ \t]*[^:\s]/m

/** Lines may be split between chunks. */
function createTextDetector(): (bytes: Bytes) => boolean {
  let lineStart = ''
  return ({ buffer, byteOffset, byteLength }) => {
    const text = lineStart + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    const lastLine = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
    lineStart = text.slice(lastLine).trimStart().charAt(0)
    return TEXT.test(text)
  }
}

type SendSettings = {
  timeoutMs: number
  /** Maximum size of a decompressed answer. */
  maxBytes: number
  /** Hosts that the operator allows for every connection. */
  allow: readonly Grant[]
}

/**
 * Creates the last step of the pipeline. The key is added here, so that no earlier step can keep
 * it.
 */
export function createSender(egress: Egress, settings: SendSettings): Fetch {
  return async (request) => {
    const { connection, method, json, signal } = request
    const timeoutMs = connection.timeoutMs ?? settings.timeoutMs
    const untilHeaders = new AbortController()
    const timer = setTimeout(() => {
      untilHeaders.abort(noAnswer({ ...errorContext(request), timeoutMs }))
    }, timeoutMs)
    try {
      const secret = await connection.secret()
      const response = await egress.fetch(connectionGrants(connection, settings.allow))(
        callUrl(request),
        {
          method,
          headers: sendableHeaders(connection, secret, json !== null),
          body: requestBody(request),
          signal: signal ? AbortSignal.any([signal, untilHeaders.signal]) : untilHeaders.signal,
        },
      )
      const { maxBytes } = settings
      const answer = limitAnswer(response, {
        maxBytes,
        tooLongError: () => tooLong(connection, maxBytes),
        idleMs: timeoutMs,
        idleError: () => noAnswer({ ...errorContext(request), timeoutMs }),
      })
      return redactSecrets(answer, [secret, ...Object.values(connection.secretHeaders ?? {})])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A form sets its own content type. */
function requestBody({ json, file, form: formFile }: ModelRequest): string | FormData | null {
  if (formFile) return toFormData(formFile)
  if (!file) return json === null ? null : JSON.stringify(json)
  const form = new FormData()
  form.set('purpose', file.purpose)
  form.set('file', new File([file.text], file.name, { type: 'application/jsonl' }))
  return form
}

function toFormData({ fields, file }: ModelForm): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([Uint8Array.from(file.bytes)], file.name, { type: file.type }))
  return form
}

/** The platform's error would repeat the header and thereby the key. */
function sendableHeaders(connection: ModelConnection, secret: string | null, hasBody: boolean) {
  try {
    return requestHeaders(connection, secret, hasBody)
  } catch {
    throw new LatheError(
      'AUTHENTICATION',
      `The key or a header of connection ${connection.name} cannot be sent`,
      { hint: 'Enter it again under Models.', connectionId: connection.id },
    )
  }
}

function requestHeaders(
  { kind, defaultHeaders, secretHeaders }: ModelConnection,
  secret: string | null,
  hasBody: boolean,
): Headers {
  const headers = new Headers({ ...defaultHeaders, ...secretHeaders })
  if (hasBody) headers.set('content-type', 'application/json')
  if (secret === null || headers.has('authorization')) return headers
  if (kind === 'azure-openai') headers.set('api-key', secret)
  else headers.set('authorization', `Bearer ${secret}`)
  return headers
}

const tooLong = ({ name, id }: ModelConnection, maxBytes: number) =>
  new LatheError('PAYLOAD_TOO_LARGE', `The answer of ${name} is over ${maxBytes} bytes`, {
    hint: 'Limit how much the model may write, or raise LATHE_PROVIDER_RESPONSE_BYTES.',
    connectionId: id,
  })

function connectionGrants(
  { allowPrivate, baseUrl, name }: ModelConnection,
  allow: readonly Grant[],
): Grants {
  const hint = `An owner can allow private addresses on the connection ${name} under Models.`
  return { allow: allowPrivate ? [...allow, toGrant(baseUrl)] : [...allow], hint }
}
