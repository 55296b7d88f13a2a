import type { CalleeRef, GraphNode } from '@lathe/contract'
import { calleeKey, mapAgentTools } from '@lathe/graph'

/** The node with another version of an agent wherever it names it: offered, asked for, approved. */
export const withVersion = <N extends GraphNode>(node: N, from: CalleeRef, to: CalleeRef): N =>
  // The cast holds: a node keeps its kind, only names in it change.
  mapAgentTools(node, (ref) => (calleeKey(ref) === calleeKey(from) ? to : ref)) as N
