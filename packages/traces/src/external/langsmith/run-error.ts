import type { RunError } from '@lathe/contract'

/** Error classes that are more specific than `Error`, at the start of a line. */
const CLASS =
  /^(?:[\w$]+\.)*([A-Z][\w$]*(?:Error|Exception|Interrupt|Timeout|Warning|Exit))(?=[:(]|\s*$)/m

/**
 * The class is at the start of the text, in the first line of a stack or in the last line of a
 * traceback.
 */
const MAX_ERROR_LENGTH = 20_000

/** Returns the error class in an error text. Undefined if there is none. */
export const errorTypeIn = (text: string): string | undefined =>
  CLASS.exec(text.slice(0, MAX_ERROR_LENGTH))?.[1]

/** Splits the text that LangSmith's SDKs write for an error into message and stack. */
export function toRunError(text: string): RunError {
  const [head = '', ...rest] = text.split(/\n\s*\n|\n(?=\s+at )|(?=Traceback \(most recent)/)
  const message = head.trim() || text.trim()
  const stack = rest.join('\n').trimEnd()
  return {
    code: 'INTERNAL',
    message,
    retryable: false,
    type: errorTypeIn(text) ?? 'Error',
    ...(stack.trim() !== '' && { stack }),
  }
}

/** Joins message and stack to the text that LangSmith's SDKs write. */
export const fromRunError = ({ message, stack }: RunError): string =>
  stack === undefined ? message : `${message}\n\n${stack}`

const INTERRUPTS = new Set(['GraphInterrupt', 'NodeInterrupt'])

/** Whether an error only signals that a LangGraph node waits for a human. */
export const isInterrupt = (error: RunError | undefined): boolean =>
  INTERRUPTS.has(error?.type ?? '')

const CANCELLATIONS = new Set([
  'AbortError',
  'APIUserAbortError',
  'CancelledError',
  'GeneratorExit',
  'KeyboardInterrupt',
])

/**
 * Whether the caller cancelled the call. LangSmith's clients send only the word if an iterator is
 * closed early.
 */
export const isCancellation = ({ type, message }: RunError): boolean =>
  CANCELLATIONS.has(type?.split('.').at(-1) ?? '') || /^(Cancelled|Aborted)$/.test(message)
