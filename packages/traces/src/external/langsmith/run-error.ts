import type { RunError } from '@lathe/contract'

/** Classes that say more than that there was an error, at the beginning of a line. */
const CLASS =
  /^(?:[\w$]+\.)*([A-Z][\w$]*(?:Error|Exception|Interrupt|Timeout|Warning|Exit))(?=[:(]|\s*$)/m

/** A class is named at the head, in the first line of a stack or the last of a traceback. */
const LONGEST = 20_000

export const errorTypeIn = (text: string): string | undefined =>
  CLASS.exec(text.slice(0, LONGEST))?.[1]

/** Message and stack as LangSmith's programs write them into one text. */
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

/** The text again. */
export const fromRunError = ({ message, stack }: RunError): string =>
  stack === undefined ? message : `${message}\n\n${stack}`

const INTERRUPTS = new Set(['GraphInterrupt', 'NodeInterrupt'])

/** A step of LangGraph that waits for a human ends in an error of one of these names. */
export const isInterrupt = (error: RunError | undefined): boolean =>
  INTERRUPTS.has(error?.type ?? '')

const CANCELLATIONS = new Set([
  'AbortError',
  'APIUserAbortError',
  'CancelledError',
  'GeneratorExit',
  'KeyboardInterrupt',
])

/** Whoever asked did not wait for the end. Of an iterator that is left early LangSmith's clients say only the word. */
export const isCancellation = ({ type, message }: RunError): boolean =>
  CANCELLATIONS.has(type?.split('.').at(-1) ?? '') || /^(Cancelled|Aborted)$/.test(message)
