import type { GraphDocument, Json, NodeOf } from '@lathe/contract'
import { exampleObject } from './example-input.ts'

/** Returns an example answer to the first question of a graph; null if it has none. */
export function exampleAnswer({ nodes }: GraphDocument): Json {
  for (const node of Object.values(nodes)) {
    if (node.kind === 'ask') return exampleDecision(node)
    if ('approvals' in node && node.approvals?.length) return 'approve'
    if (node.kind === 'tool' && node.approval) return 'approve'
  }
  return null
}

function exampleDecision({ decisions, form }: NodeOf<'ask'>): Json {
  const decision = decisions[0]?.port ?? 'yes'
  const values = form ? exampleObject(form) : {}
  return Object.keys(values).length === 0 ? decision : { decision, values }
}
