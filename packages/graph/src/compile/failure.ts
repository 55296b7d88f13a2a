import type { ErrorCode, Json } from '@lathe/contract'

/** A node's failure with a stable code; the engine reads these fields into the run's error. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  readonly code: ErrorCode
  /** What to do next, one sentence. */
  readonly hint: string | undefined
  readonly node: string | undefined
  readonly details: Json | undefined
  readonly retryable = false

  constructor(
    code: ErrorCode,
    message: string,
    fields: { hint?: string; node?: string; details?: Json; cause?: unknown } = {},
  ) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = code
    this.hint = fields.hint
    this.node = fields.node
    this.details = fields.details
  }
}
