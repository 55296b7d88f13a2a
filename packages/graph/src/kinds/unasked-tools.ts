import type { GraphNode } from '@lathe/contract'

/**
 * Returns tools that a node may call without approval; `offered` are the tools of the graph's
 * models.
 */
export function unaskedTools(node: GraphNode, offered: ReadonlySet<string>): string[] {
  switch (node.kind) {
    case 'agent':
      return (node.tools ?? []).filter((tool) => !node.approvals?.includes(tool))
    case 'tools':
      return [...offered].filter((tool) => !node.approvals?.includes(tool))
    case 'tool':
      return node.approval ? [] : [node.tool]
    default:
      return []
  }
}

/** Returns whether the node may have a side effect without approval. */
export function actsUnasked(
  node: GraphNode,
  offered: ReadonlySet<string>,
  writing: ReadonlySet<string>,
): boolean {
  if (node.effect !== undefined) {
    return node.effect === 'write' && !(node.kind === 'tool' && node.approval)
  }
  return unaskedTools(node, offered).some((tool) => writing.has(tool))
}
