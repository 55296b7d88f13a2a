import type { ErrorCode, Json, RunError } from '@lathe/contract'

export type LatheErrorFields = Omit<RunError, 'code' | 'message' | 'retryable' | 'stack'> & {
  retryable?: boolean
  cause?: unknown
}

/** A failure that can end a run: a stable code, a message for the user, and a hint. */
export class LatheError extends Error {
  override readonly name = 'LatheError'
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly hint: string | undefined
  readonly node: string | undefined
  /** LangGraph's retry policy reads it to recognize errors that a retry cannot fix. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly providerMessage: string | undefined
  readonly param: string | undefined
  readonly retryAfterMs: number | undefined
  readonly connectionId: string | undefined
  readonly details: Json | undefined

  constructor(code: ErrorCode, message: string, fields: LatheErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = code
    this.retryable = fields.retryable ?? false
    this.hint = fields.hint
    this.node = fields.node
    this.status = fields.status
    this.requestId = fields.requestId
    this.providerMessage = fields.providerMessage
    this.param = fields.param
    this.retryAfterMs = fields.retryAfterMs
    this.connectionId = fields.connectionId
    this.details = fields.details
  }
}

/** Returns a copy of an error with its location. Existing fields are kept. */
export function withLocation(error: LatheError, location: LatheErrorFields): LatheError {
  const errorFields = Object.fromEntries(
    Object.entries({ ...toRunError(error), cause: error.cause }).filter(([, v]) => v !== undefined),
  )
  const copy = new LatheError(error.code, error.message, { ...location, ...errorFields })
  if (error.stack !== undefined) copy.stack = error.stack
  return copy
}

/** Returns the part of an error that is stored with a run. */
export function toRunError(error: LatheError): RunError {
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.node !== undefined && { node: error.node }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    ...(error.providerMessage !== undefined && { providerMessage: error.providerMessage }),
    ...(error.param !== undefined && { param: error.param }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    ...(error.connectionId !== undefined && { connectionId: error.connectionId }),
    ...(error.details !== undefined && { details: error.details }),
  }
}

/** Converts a stored error back. */
export function fromRunError({ code, message, stack: _stack, ...fields }: RunError): LatheError {
  return new LatheError(code, message, fields)
}

/** Context of a failing call. */
export type ErrorContext = {
  node?: string
  connection?: { id: string; name: string; baseUrl: string; hasKey?: boolean }
  model?: string
  /** Time limit of the call. */
  timeoutMs?: number
  /** The body was being read, so the answer is incomplete. */
  isStreaming?: boolean
}

/** Returns the node and connection of an error context, for the fields of a run error. */
export const errorLocation = ({ node, connection }: ErrorContext) => ({
  ...(node !== undefined && { node }),
  ...(connection !== undefined && { connectionId: connection.id }),
})

/** The provider's label at the beginning of an error message. */
export const providerLabel = ({ connection }: ErrorContext): string =>
  connection ? `The provider of connection ${connection.name}` : 'The provider'

/** The host of the connection's base URL, for error messages. */
export const hostLabel = ({ connection }: ErrorContext): string =>
  connection ? (URL.parse(connection.baseUrl)?.host ?? connection.baseUrl) : 'the host'
