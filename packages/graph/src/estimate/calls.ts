import type { GraphNode } from '@lathe/contract'
import { DEFAULT_STEPS } from '../kinds/agent-steps.ts'
import { nodeModel } from '../model/node-model.ts'
import { exactly, NONE, times } from './amount.ts'
import type { Range } from './amount.ts'

/** Returns how many model calls one execution of a node makes. */
export function countCalls(node: GraphNode): Range {
  if (!nodeModel(node)) return NONE
  const callsPerAttempt = callsWithoutRetry(node)
  const retried = node.retry
    ? times(callsPerAttempt, { min: 1, typical: 1, max: node.retry.attempts })
    : callsPerAttempt
  return node.cache ? { ...retried, min: 0 } : retried
}

function callsWithoutRetry(node: GraphNode): Range {
  if (node.kind === 'model') return node.answer ? { min: 1, typical: 1, max: 2 } : exactly(1)
  if (node.kind !== 'agent') return exactly(1)
  const hasTools = (node.tools?.length ?? 0) > 0
  const extraAnswerCalls = node.answer && hasTools ? 1 : 0
  // Summarizing is an additional call, which may happen just before the limit is reached.
  const max =
    Math.min(node.maxSteps ?? DEFAULT_STEPS, node.maxModelCalls ?? Infinity) +
    (node.summarize ? 1 : 0)
  const maxCalls = hasTools || node.summarize ? max : Math.min(max, node.answer ? 2 : 1)
  const min = Math.min(1 + extraAnswerCalls, maxCalls)
  return { min, typical: Math.min(min + (hasTools ? 1 : 0), maxCalls), max: maxCalls }
}
