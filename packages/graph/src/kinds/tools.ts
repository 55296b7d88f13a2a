import type { GraphDocument, GraphNode } from '@lathe/contract'
import { nodeTools, offeredTools, unapprovedTools } from '@lathe/nodes'

/** Returns the tools that models of the graph may call, which a `tools` node may have to run. */
export const toolsOffered = (document: GraphDocument): ReadonlySet<string> =>
  new Set(Object.values(document.nodes).flatMap(offeredTools))

/** Returns every tool name in a document once. */
export const toolsUsed = (document: GraphDocument): string[] => [
  ...new Set(Object.values(document.nodes).flatMap(nodeTools)),
]

/** Returns whether the node may have a side effect without approval. */
export function actsWithoutApproval(
  node: GraphNode,
  offered: ReadonlySet<string>,
  writing: ReadonlySet<string>,
): boolean {
  if (node.effect !== undefined) {
    return node.effect === 'write' && !(node.kind === 'tool' && node.approval)
  }
  return unapprovedTools(node, offered).some((tool) => writing.has(tool))
}
