import { createParser } from 'eventsource-parser'
import { complaint, httpError } from '../errors/http-error.ts'
import { type ErrorContext, LatheError } from '../errors/lathe-error.ts'
import { streamInterrupted } from '../errors/network-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'

const DONE = '[DONE]'

/** Some servers keep the connection open after the last event. */
const LAST_WAIT_MS = 100

/** Yields the data of each server-sent event. Returns whether the stream reported its end. */
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

/** Reading a body to its end returns its connection to the pool. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_WAIT_MS)
  })
  const end = reader.read().catch(() => {})
  await Promise.race([end, timedOut])
  clearTimeout(timer)
}

/** Reader for the pieces of one API's answers. */
export type AnswerShape<T> = {
  /** Returns a piece of the answer, undefined for anything else. Throws the provider's error. */
  read: (value: unknown, text: string, context: ErrorContext) => T | undefined
  isLast: (piece: T) => boolean
  /** Returns the pieces of an answer that was not streamed. */
  readAll: (response: Response, context: ErrorContext) => Promise<Iterable<T>>
}

/** Reads an answer that is one JSON value. */
export async function readWhole(response: Response, context: ErrorContext): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw toLatheError(error, { ...context, isStreaming: true })
  })
  return parsed(text, context)
}

/** Yields the pieces of a streamed answer. An answer that was not streamed gives one piece. */
export async function* readPieces<T>(
  response: Response,
  shape: AnswerShape<T>,
  context: ErrorContext,
): AsyncGenerator<T> {
  if (response.headers.get('content-type')?.includes('application/json')) {
    yield* await shape.readAll(response, context)
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

/** Typical for the base URL of a website, or a proxy that requires a sign-in. */
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

/** Creates the error reported within an answer. It has no HTTP status. */
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

/** Returns the `BAD_RESPONSE` error of an answer that is not in the provider's format. */
export function unexpectedAnswer(
  context: ErrorContext,
  description: string,
  providerMessage?: string,
): LatheError {
  const { connection } = context
  return new LatheError('BAD_RESPONSE', `The provider sent ${description}`, {
    hint: 'Check that the base URL belongs to an OpenAI-compatible API.',
    ...(providerMessage && { providerMessage: providerMessage.slice(0, 500) }),
    ...(connection && { connectionId: connection.id }),
  })
}

/** Whether a value is an object or array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
