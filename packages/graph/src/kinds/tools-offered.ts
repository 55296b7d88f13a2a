import type { GraphDocument } from '@lathe/contract'

/** Tools a model of the graph may ask for, which is what a `tools` node may have to run. */
export function toolsOffered(document: GraphDocument): ReadonlySet<string> {
  const nodes = Object.values(document.nodes)
  return new Set(nodes.flatMap((node) => ('tools' in node ? (node.tools ?? []) : [])))
}

/** Every tool a document names, each once. */
export const toolsUsed = (document: GraphDocument): string[] => {
  const called = Object.values(document.nodes).flatMap((node) =>
    node.kind === 'tool' ? [node.tool] : [],
  )
  return [...new Set([...toolsOffered(document), ...called])]
}
