import { type Bytes, changedBody } from '../egress/changed-body.ts'
import type { Egress } from '../egress/egress.ts'
import { type Grant, grantOf, type Grants } from '../egress/grants.ts'
import { httpError } from '../errors/http-error.ts'
import { LatheError } from '../errors/lathe-error.ts'
import { silence } from '../errors/network-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { withoutSecrets } from './redact.ts'
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
export function answerOrThrow(next: Fetch): Fetch {
  return async (request) => {
    const context = errorContext(request)
    const response = await next(request).catch((error: unknown) => {
      throw toLatheError(error, context)
    })
    if (response.ok) return response
    const said = await complaintOf(response)
    const hasKey = (await request.connection.secret()) !== null
    throw httpError(response.status, response.headers, said, {
      ...context,
      connection: { ...context.connection, hasKey },
    })
  }
}

/** A broken complaint still leaves its status to go by. */
async function complaintOf(response: Response): Promise<string> {
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
  tooLong: () => Error
  /** The longest time in which the line is only kept open. */
  wordlessMs: number
  wordless: () => Error
}

/**
 * The same response, whose body fails once it is too long, or once comments have stood in for an answer for too long.
 * That not even those come is seen where the bytes are read.
 */
function boundedAnswer(response: Response, bounds: AnswerBounds): Response {
  const { maxBytes, tooLong, wordlessMs, wordless } = bounds
  const saysSomething = listening()
  let seen = 0
  let lastWord = performance.now()
  return changedBody(response, {
    chunk(bytes) {
      const now = performance.now()
      if (saysSomething(bytes)) lastWord = now
      else if (now - lastWord > wordlessMs) throw wordless()
      seen += bytes.byteLength
      if (seen > maxBytes) throw tooLong()
      return bytes
    },
  })
}

/** A line of an event stream that is no comment, or any text. */
const WORDS = /^[ \t]*[^:\s]/m

/** Lines may come in pieces. */
function listening(): (bytes: Bytes) => boolean {
  let begun = ''
  return ({ buffer, byteOffset, byteLength }) => {
    const said = begun + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    const lastLine = Math.max(said.lastIndexOf('\n'), said.lastIndexOf('\r')) + 1
    begun = said.slice(lastLine).trimStart().charAt(0)
    return WORDS.test(said)
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
export function sending(egress: Egress, settings: SendSettings): Fetch {
  return async (request) => {
    const { connection, method, json, signal } = request
    const timeoutMs = connection.timeoutMs ?? settings.timeoutMs
    const untilHeaders = new AbortController()
    const timer = setTimeout(() => {
      untilHeaders.abort(silence({ ...errorContext(request), timeoutMs }))
    }, timeoutMs)
    try {
      const secret = await connection.secret()
      const response = await egress.fetch(grantsOf(connection, settings.allow))(callUrl(request), {
        method,
        headers: sendableHeaders(connection, secret, json !== null),
        body: bodyOf(request),
        signal: signal ? AbortSignal.any([signal, untilHeaders.signal]) : untilHeaders.signal,
      })
      const { maxBytes } = settings
      const answer = boundedAnswer(response, {
        maxBytes,
        tooLong: () => tooLong(connection, maxBytes),
        wordlessMs: timeoutMs,
        wordless: () => silence({ ...errorContext(request), timeoutMs }),
      })
      return withoutSecrets(answer, [secret, ...Object.values(connection.secretHeaders ?? {})])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The form says itself what it is. */
function bodyOf({ json, file, form: given }: ModelRequest): string | FormData | null {
  if (given) return formOf(given)
  if (!file) return json === null ? null : JSON.stringify(json)
  const form = new FormData()
  form.set('purpose', file.purpose)
  form.set('file', new File([file.text], file.name, { type: 'application/jsonl' }))
  return form
}

function formOf({ fields, file }: ModelForm): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([Uint8Array.from(file.bytes)], file.name, { type: file.type }))
  return form
}

/** What the platform says of a header it cannot send repeats the header, so the key. */
function sendableHeaders(connection: ModelConnection, secret: string | null, hasBody: boolean) {
  try {
    return headersOf(connection, secret, hasBody)
  } catch {
    throw new LatheError(
      'AUTHENTICATION',
      `The key or a header of connection ${connection.name} cannot be sent`,
      { hint: 'Enter it again under Models.', connectionId: connection.id },
    )
  }
}

function headersOf(
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

function grantsOf(
  { allowPrivate, baseUrl, name }: ModelConnection,
  allow: readonly Grant[],
): Grants {
  const hint = `An owner can allow private addresses on the connection ${name} under Models.`
  return { allow: allowPrivate ? [...allow, grantOf(baseUrl)] : [...allow], hint }
}
