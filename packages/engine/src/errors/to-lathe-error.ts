import { type ErrorContext, LatheError, withLocation, errorLocation } from './lathe-error.ts'
import { frameworkError } from './framework-error.ts'
import { httpError } from './http-error.ts'
import { streamInterrupted, networkError, unsendable } from './network-error.ts'

const DEEPEST_CAUSE = 8
/** undici's messages, which have no code. */
const TERMINATED_MESSAGE = 'terminated'
const NOT_SENT = 'fetch failed'

/** Converts any thrown value to a `LatheError`. Unknown errors get the code `INTERNAL`. */
export function toLatheError(thrown: unknown, context: ErrorContext = {}): LatheError {
  const chain = [...causes(thrown)]
  const latheError = chain.find((error) => error instanceof LatheError)
  if (latheError) return withLocation(latheError, errorLocation(context))
  const [first] = chain
  const isCut = first instanceof TypeError && first.message === TERMINATED_MESSAGE
  for (const error of chain) {
    const found = classify(error, isCut ? { ...context, isStreaming: true } : context)
    if (found) return found
  }
  if (isCut) return streamInterrupted(context, first)
  if (first instanceof TypeError && first.message === NOT_SENT) return unsendable(first, context)
  return new LatheError('INTERNAL', first?.message || String(thrown), {
    ...errorLocation(context),
    cause: thrown,
  })
}

/** Whether a retry may help. Used for LangGraph's `retryOn`. */
export const isRetryable = (thrown: unknown): boolean => toLatheError(thrown).retryable

function classify(error: Error, context: ErrorContext): LatheError | null {
  const { status, headers, error: body, code } = error as Error & Record<string, unknown>
  if (typeof status === 'number' && status >= 300) {
    const responseHeaders = headers instanceof Headers ? headers : new Headers()
    return httpError(
      status,
      responseHeaders,
      body === undefined ? error.message : { error: body },
      context,
    )
  }
  const identifier = typeof code === 'string' ? code : error.name
  return networkError(identifier, error, context) ?? frameworkError(error, context)
}

function* causes(thrown: unknown): Generator<Error> {
  let error = thrown
  for (let depth = 0; depth < DEEPEST_CAUSE && error instanceof Error; depth++) {
    yield error
    error = error instanceof AggregateError ? error.errors[0] : error.cause
  }
}
