import type { GraphNode } from '@lathe/contract'

/** Tools a node may call without a human; `offered` is what models of its graph may ask for. */
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

/** Whether a run of the node changes something that nobody was asked about. */
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
