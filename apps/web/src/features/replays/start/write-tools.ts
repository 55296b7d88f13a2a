import type { GraphDocument, Tool } from '@lathe/contract'

/** Tools of the graph that may change something outside. */
export function writeTools({ nodes }: GraphDocument, tools: readonly Tool[]): string[] {
  const used = new Set(
    Object.values(nodes).flatMap((node) => {
      if (node.kind === 'tool') return [node.tool]
      return node.kind === 'model' || node.kind === 'agent' ? (node.tools ?? []) : []
    }),
  )
  return tools.flatMap(({ name, effect }) => (effect === 'write' && used.has(name) ? [name] : []))
}
