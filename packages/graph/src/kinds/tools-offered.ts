import type { GraphDocument } from '@lathe/contract'

/** Tools a model of the graph may ask for, which is what a `tools` node may have to run. */
export function toolsOffered(document: GraphDocument): ReadonlySet<string> {
  const nodes = Object.values(document.nodes)
  return new Set(nodes.flatMap((node) => ('tools' in node ? (node.tools ?? []) : [])))
}
