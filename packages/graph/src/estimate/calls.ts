import type { GraphNode } from '@lathe/contract'
import { modelCallRange } from '@lathe/nodes'
import { times } from './amount.ts'
import type { Range } from './amount.ts'

/** Returns how many model calls one execution of a node makes. */
export function countCalls(node: GraphNode): Range {
  const callsPerAttempt = modelCallRange(node)
  const retried = node.retry
    ? times(callsPerAttempt, { min: 1, typical: 1, max: node.retry.attempts })
    : callsPerAttempt
  return node.cache ? { ...retried, min: 0 } : retried
}
