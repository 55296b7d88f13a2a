import type { GraphNode } from '@lathe/contract'
import { DEFAULT_STEPS } from '../kinds/agent-steps.ts'
import { modelOf } from '../model/model-of.ts'
import { exactly, NONE, times } from './amount.ts'
import type { Range } from './amount.ts'

/** Returns how many model calls one execution of a node makes. */
export function callsOf(node: GraphNode): Range {
  if (!modelOf(node)) return NONE
  const once = ownCalls(node)
  const retried = node.retry ? times(once, { min: 1, typical: 1, max: node.retry.attempts }) : once
  return node.cache ? { ...retried, min: 0 } : retried
}

function ownCalls(node: GraphNode): Range {
  if (node.kind === 'model') return node.answer ? { min: 1, typical: 1, max: 2 } : exactly(1)
  if (node.kind !== 'agent') return exactly(1)
  const hasTools = (node.tools?.length ?? 0) > 0
  const asksApart = node.answer && hasTools ? 1 : 0
  // Summarizing is an additional call, which may happen just before the limit is reached.
  const max =
    Math.min(node.maxSteps ?? DEFAULT_STEPS, node.maxModelCalls ?? Infinity) +
    (node.summarize ? 1 : 0)
  const most = hasTools || node.summarize ? max : Math.min(max, node.answer ? 2 : 1)
  const min = Math.min(1 + asksApart, most)
  return { min, typical: Math.min(min + (hasTools ? 1 : 0), most), max: most }
}
