import type { ErrorContext } from '../errors/context.ts'
import { httpError } from '../errors/http-error.ts'
import { LatheError } from '../errors/lathe-error.ts'
import { interrupted } from '../errors/network-error.ts'
import { complaint } from '../errors/provider-body.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { readEvents } from './read-events.ts'

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
  if (!response.body) throw unexpected(context, 'an empty answer')
  let hasBegun = false
  let isFinished = false
  const events = readEvents(response.body)
  try {
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        if (!hasBegun && isPage(response)) throw unexpected(context, 'a web page')
        if (!isFinished && !next.value) throw interrupted(context)
        if (!hasBegun) throw unexpected(context, 'an empty answer')
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
    throw unexpected(context, 'something that is not JSON', text)
  }
  if (typeof value === 'object' && value !== null && 'error' in value && value.error) {
    throw toldError(value, context)
  }
  return value
}

/** An error within an answer that began well has no status of its own. */
export const toldError = (body: object, context: ErrorContext): LatheError =>
  httpError(statusOf(body), new Headers(), body, context)

function statusOf(body: object): number {
  const { code, type } = complaint(body)
  const numeric = Number(code)
  if (numeric >= 400 && numeric < 600) return numeric
  const kind = `${code} ${type}`
  if (/rate_limit|insufficient_quota/.test(kind)) return 429
  return /invalid_request|invalid_prompt|context_length|content_filter/.test(kind) ? 400 : 500
}

export function unexpected(context: ErrorContext, what: string, said?: string): LatheError {
  const { connection } = context
  return new LatheError('BAD_RESPONSE', `The provider sent ${what}`, {
    hint: 'Check that the base URL belongs to an OpenAI-compatible API.',
    ...(said && { providerMessage: said.slice(0, 500) }),
    ...(connection && { connectionId: connection.id }),
  })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
