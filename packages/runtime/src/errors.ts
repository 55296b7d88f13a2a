import { isNodeTimeoutError } from '@langchain/langgraph'

type FailureFields<Details> = {
  hint?: string
  node?: string
  details?: Details
  cause?: unknown
}

/** A node's failure with a stable code. */
export class NodeFailure<Code extends string = string, Details = unknown> extends Error {
  override readonly name = 'NodeFailure'
  readonly code: Code
  /** What to do next, one sentence. */
  readonly hint: string | undefined
  readonly node: string | undefined
  readonly details: Details | undefined
  readonly retryable = false

  constructor(code: Code, message: string, fields: FailureFields<Details> = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = code
    this.hint = fields.hint
    this.node = fields.node
    this.details = fields.details
  }
}

const STATUS_CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'AUTHENTICATION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  422: 'UNPROCESSABLE',
  429: 'RATE_LIMITED',
}

/** Codes of errors that another attempt would repeat. */
export const PERMANENT_ERRORS: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'AUTHENTICATION',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'UNPROCESSABLE',
  'QUOTA_EXCEEDED',
  'ABORTED',
  'INVALID_INPUT',
  'GRAPH_INVALID',
  'RECURSION_LIMIT',
  'BUDGET_EXCEEDED',
  'EGRESS_DENIED',
  'RECORDING_MISS',
  'CRASHED',
])

/** Describes an error for the `error` channel, which the target of an error edge reads. */
export function describeError(error: unknown, node: string) {
  const message = error instanceof Error ? error.message : String(error)
  return { code: errorCode(error), message, node }
}

/** Whether another attempt may succeed. */
export const isRetryable = (error: unknown): boolean => !PERMANENT_ERRORS.has(errorCode(error))

function errorCode(error: unknown): string {
  if (isNodeTimeoutError(error)) return 'TIMEOUT'
  if (error instanceof NodeFailure) return error.code
  const status =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return (typeof status === 'number' && STATUS_CODES[status]) || 'INTERNAL'
}
