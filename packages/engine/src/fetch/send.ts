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

const LONGEST_COMPLAINT = 64 * 1024

/** From here on an answer is a good one: everything else is a `LatheError`. */
export function throwOnErrorStatus(next: Fetch): Fetch {
  return async (request) => {
    const context = errorContext(request)
    const response = await next(request).catch((error: unknown) => {
      throw toLatheError(error, context)
    })
    if (response.ok) return response
    const said = await readErrorBody(response)
    const hasKey = (await request.connection.secret()) !== null
    throw httpError(response.status, response.headers, said, {
      ...context,
      connection: { ...context.connection, hasKey },
    })
  }
}

/** A broken complaint still leaves its status to go by. */
async function readErrorBody(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > LONGEST_COMPLAINT) break
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
  /** The longest time in which the line is only kept open. */
  silentMs: number
  silentError: () => Error
}

/**
 * The same response, whose body fails once it is too long, or once comments have stood in for an answer for too long.
 * That not even those come is seen where the bytes are read.
 */
function limitAnswer(response: Response, bounds: AnswerBounds): Response {
  const { maxBytes, tooLongError, silentMs, silentError } = bounds
  const hasText = createTextDetector()
  let seen = 0
  let lastTextAt = performance.now()
  return changedBody(response, {
    chunk(bytes) {
      const now = performance.now()
      if (hasText(bytes)) lastTextAt = now
      else if (now - lastTextAt > silentMs) throw silentError()
      seen += bytes.byteLength
      if (seen > maxBytes) throw tooLongError()
      return bytes
    },
  })
}

/** A line of an event stream that is no comment, or any text. */
const TEXT = /^[ \t]*[^:\s]/m

/** Lines may come in pieces. */
function createTextDetector(): (bytes: Bytes) => boolean {
  let lineStart = ''
  return ({ buffer, byteOffset, byteLength }) => {
    const said = lineStart + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    const lastLine = Math.max(said.lastIndexOf('\n'), said.lastIndexOf('\r')) + 1
    lineStart = said.slice(lastLine).trimStart().charAt(0)
    return TEXT.test(said)
  }
}

type SendSettings = {
  timeoutMs: number
  /** The longest answer, after decompression. */
  maxBytes: number
  /** Hosts that the operator allows to every connection. */
  allow: readonly Grant[]
}

/** The last hop: the key is added here and nowhere earlier, so that nothing before it can keep it. */
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
        silentMs: timeoutMs,
        silentError: () => noAnswer({ ...errorContext(request), timeoutMs }),
      })
      return redactSecrets(answer, [secret, ...Object.values(connection.secretHeaders ?? {})])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The form says itself what it is. */
function requestBody({ json, file, form: given }: ModelRequest): string | FormData | null {
  if (given) return toFormData(given)
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

/** What the platform says of a header it cannot send repeats the header, so the key. */
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
