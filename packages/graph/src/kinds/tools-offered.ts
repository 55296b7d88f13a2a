import type { GraphDocument } from '@lathe/contract'

/** Returns the tools that models of the graph may call, which a `tools` node may have to run. */
export function toolsOffered(document: GraphDocument): ReadonlySet<string> {
  const nodes = Object.values(document.nodes)
  return new Set(nodes.flatMap((node) => ('tools' in node ? (node.tools ?? []) : [])))
}

/** Returns every tool name in a document once. */
export const toolsUsed = (document: GraphDocument): string[] => {
  const called = Object.values(document.nodes).flatMap((node) =>
    node.kind === 'tool' ? [node.tool] : [],
  )
  return [...new Set([...toolsOffered(document), ...called])]
}
