import { createParser } from 'eventsource-parser'
import { complaint, httpError } from '../errors/http-error.ts'
import { type ErrorContext, LatheError } from '../errors/lathe-error.ts'
import { streamInterrupted } from '../errors/network-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'

const DONE = '[DONE]'

/** Some servers leave the connection open after their last word. */
const LAST_WAIT_MS = 100

/** The data of each server-sent event; whether the stream said that it is complete comes last. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, boolean> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let events: string[] = []
  let isDone = false
  const parser = createParser({
    onEvent({ data }) {
      if (data === DONE) isDone = true
      else events.push(data)
    },
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }))
      const ready = events
      events = []
      yield* ready
      if (done) return isDone
      if (isDone) break
    }
    await drain(reader)
    return true
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A body read to its end gives its connection back for the next call. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_WAIT_MS)
  })
  const end = reader.read().catch(() => {})
  await Promise.race([end, enough])
  clearTimeout(timer)
}

/** How the pieces of one API's answers are read. */
export type AnswerShape<T> = {
  /** Undefined of what is no piece of the answer; throws where the provider says what went wrong. */
  read: (value: unknown, said: string, context: ErrorContext) => T | undefined
  isLast: (piece: T) => boolean
  /** The pieces of an answer that was not streamed. */
  whole: (response: Response, context: ErrorContext) => Promise<Iterable<T>>
}

/** An answer that came as one JSON value. */
export async function readWhole(response: Response, context: ErrorContext): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw toLatheError(error, { ...context, isStreaming: true })
  })
  return parsed(text, context)
}

/** An answer as it is written. A server that does not stream gives it as one. */
export async function* readPieces<T>(
  response: Response,
  shape: AnswerShape<T>,
  context: ErrorContext,
): AsyncGenerator<T> {
  if (response.headers.get('content-type')?.includes('application/json')) {
    yield* await shape.whole(response, context)
    return
  }
  if (!response.body) throw unexpectedAnswer(context, 'an empty answer')
  let hasBegun = false
  let isFinished = false
  const events = readEvents(response.body)
  try {
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        if (!hasBegun && isPage(response)) throw unexpectedAnswer(context, 'a web page')
        if (!isFinished && !next.value) throw streamInterrupted(context)
        if (!hasBegun) throw unexpectedAnswer(context, 'an empty answer')
        return
      }
      const piece = shape.read(parsed(next.value, context), next.value, context)
      if (piece === undefined) continue
      hasBegun = true
      isFinished ||= shape.isLast(piece)
      yield piece
    }
  } catch (error) {
    throw toLatheError(error, { ...context, isStreaming: true })
  } finally {
    await events.return(false)
  }
}

/** What answers at a base URL that is a site's, or behind a proxy that wants a sign-in. */
const isPage = ({ headers }: Response) => /^text\/html\b/i.test(headers.get('content-type') ?? '')

function parsed(text: string, context: ErrorContext): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unexpectedAnswer(context, 'something that is not JSON', text)
  }
  if (typeof value === 'object' && value !== null && 'error' in value && value.error) {
    throw reportedError(value, context)
  }
  return value
}

/** An error within an answer that began well has no status of its own. */
export const reportedError = (body: object, context: ErrorContext): LatheError =>
  httpError(errorStatus(body), new Headers(), body, context)

function errorStatus(body: object): number {
  const { code, type } = complaint(body)
  const numeric = Number(code)
  if (numeric >= 400 && numeric < 600) return numeric
  const kind = `${code} ${type}`
  if (/rate_limit|insufficient_quota/.test(kind)) return 429
  return /invalid_request|invalid_prompt|context_length|content_filter/.test(kind) ? 400 : 500
}

export function unexpectedAnswer(
  context: ErrorContext,
  description: string,
  said?: string,
): LatheError {
  const { connection } = context
  return new LatheError('BAD_RESPONSE', `The provider sent ${description}`, {
    hint: 'Check that the base URL belongs to an OpenAI-compatible API.',
    ...(said && { providerMessage: said.slice(0, 500) }),
    ...(connection && { connectionId: connection.id }),
  })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
