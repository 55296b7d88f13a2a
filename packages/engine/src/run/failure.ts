import { isGraphInterrupt } from '@langchain/langgraph'
import type { RunError, SpanStatus } from '@lathe/contract'
import { NodeFailure } from '@lathe/graph/compile'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'

/** Outcome of a node, model or tool that threw. */
export type Failure = {
  status: Exclude<SpanStatus, 'running' | 'success'>
  error: RunError | null
}

/**
 * Converts a thrown value to a span's end. `isStopping`: the run or a failing node aborted the
 * work, so the error is only a consequence.
 */
export function toSpanFailure(thrown: unknown, isStopping: boolean, node?: string): Failure {
  if (isPause(thrown)) return { status: 'interrupted', error: null }
  const error = toFailure(thrown, node)
  if (isStopping || error.code === 'ABORTED') return { status: 'cancelled', error: null }
  return { status: 'error', error }
}

/** Converts what a node threw to the error of the run, with its stack. */
export const toFailure = (thrown: unknown, node?: string): RunError =>
  withStack(toLatheError(nodeFailure(thrown), node === undefined ? {} : { node }), thrown)

/**
 * Whether an error only pauses the node: a human is awaited, or the run stops between supersteps.
 */
export const isPause = (thrown: unknown): boolean =>
  isGraphInterrupt(thrown) || (thrown instanceof Error && thrown.name === 'GraphDrained')

function nodeFailure(thrown: unknown): unknown {
  if (!(thrown instanceof NodeFailure)) return thrown
  const { code, message, hint, node, details, cause } = thrown
  return new LatheError(code, message, {
    ...(hint !== undefined && { hint }),
    ...(node !== undefined && { node }),
    ...(details !== undefined && { details }),
    cause,
  })
}

/** A stack is kept only for internal errors. */
function withStack(error: LatheError, thrown: unknown): RunError {
  const runError = toRunError(error)
  const stack = thrown instanceof Error ? thrown.stack : undefined
  return runError.code === 'INTERNAL' && stack !== undefined ? { ...runError, stack } : runError
}
