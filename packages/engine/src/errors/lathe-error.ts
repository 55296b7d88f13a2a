import type { ErrorCode, Json, RunError } from '@lathe/contract'

export type LatheErrorFields = Omit<RunError, 'code' | 'message' | 'retryable' | 'stack'> & {
  retryable?: boolean
  cause?: unknown
}

/** Every failure a run can end in: a stable code, a sentence for the user, and what to do next. */
export class LatheError extends Error {
  override readonly name = 'LatheError'
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly hint: string | undefined
  readonly node: string | undefined
  /** LangGraph's retry policy reads it to tell a hopeless request from trouble on the way. */
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

/** A copy that also says where it happened; what is already known is kept. */
export function withLocation(error: LatheError, place: LatheErrorFields): LatheError {
  const errorFields = Object.fromEntries(
    Object.entries({ ...toRunError(error), cause: error.cause }).filter(([, v]) => v !== undefined),
  )
  const copy = new LatheError(error.code, error.message, { ...place, ...errorFields })
  if (error.stack !== undefined) copy.stack = error.stack
  return copy
}

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

/** The error a record of it tells of. */
export function fromRunError({ code, message, stack: _stack, ...fields }: RunError): LatheError {
  return new LatheError(code, message, fields)
}

/** What is known of a failing call beside its error. */
export type ErrorContext = {
  node?: string
  connection?: { id: string; name: string; baseUrl: string; hasKey?: boolean }
  model?: string
  /** How long the call was allowed to take. */
  timeoutMs?: number
  /** Reading the body, not waiting for it: what is cut now was cut half-way. */
  isStreaming?: boolean
}

export const errorLocation = ({ node, connection }: ErrorContext) => ({
  ...(node !== undefined && { node }),
  ...(connection !== undefined && { connectionId: connection.id }),
})

export const providerLabel = ({ connection }: ErrorContext): string =>
  connection ? `The provider of connection ${connection.name}` : 'The provider'

export const hostLabel = ({ connection }: ErrorContext): string =>
  connection ? (URL.parse(connection.baseUrl)?.host ?? connection.baseUrl) : 'the host'
