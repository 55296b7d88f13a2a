import type { RunError } from '@lathe/contract'
import { firstText, textOf } from '../fields.ts'
import { toRunError } from '../langsmith/run-error.ts'
import { langfuseError } from './langfuse.ts'
import type { OtlpSpan } from './otlp-span.ts'

/** Why a span failed; undefined of one that is well. */
export function errorOf({ events, status, attributes }: OtlpSpan): RunError | undefined {
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes
  const said = firstText(exception?.['exception.message'], status.message)
  // LangSmith's exporter says of every run that it is well, and throws what a failed one says anew.
  if (exception && attributes['langsmith.span.kind'] !== undefined) return toRunError(said ?? '')
  // Exceptions that were caught leave a span that is well.
  if (status.code !== 2 && !(exception && status.code === 0)) return langfuseError(attributes)
  const type = firstText(exception?.['exception.type'], attributes['error.type'])
  const read = HAS_STACK.test(said ?? '') ? toRunError(said ?? '') : undefined
  const stack = textOf(exception?.['exception.stacktrace']) ?? read?.stack
  return {
    code: 'INTERNAL',
    message: [type, read?.message ?? said].filter(Boolean).join(': ') || 'The span failed',
    retryable: false,
    type: type ?? read?.type ?? 'Error',
    ...(stack !== undefined && { stack }),
  }
}

/** Some write it into the message. */
const HAS_STACK = /\n\s+at \S|Traceback \(most recent/
