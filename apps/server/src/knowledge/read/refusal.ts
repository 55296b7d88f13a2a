import type { RunError } from '@lathe/contract'

/** The reason a document cannot be read, with a remedy. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly hint: string
  readonly code: RunError['code']

  constructor(message: string, hint: string, code: RunError['code'] = 'INVALID_INPUT') {
    super(message)
    this.hint = hint
    this.code = code
  }
}

export const toRefusal = ({ code, message, hint }: Unreadable): RunError => ({
  code,
  message,
  hint,
  retryable: false,
})
