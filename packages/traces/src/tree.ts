import type { Span } from '@lathe/contract'

export type SpanNode = {
  span: Span
  children: SpanNode[]
  /** Its parent is named but was never received. */
  isOrphan: boolean
}

const byStart = (a: SpanNode, b: SpanNode) =>
  a.span.startedAt - b.span.startedAt || (a.span.id < b.span.id ? -1 : 1)

/** Spans in any order → trees, children by start. A span whose parent is missing, or that is its own ancestor, becomes a root. */
export function buildTree(spans: readonly Span[]): SpanNode[] {
  const nodes = new Map(
    spans.map((span) => [span.id, { span, children: [] as SpanNode[], isOrphan: false }]),
  )
  const roots: SpanNode[] = []
  for (const node of nodes.values()) {
    const { parentId } = node.span
    const parent = parentId === null ? undefined : nodes.get(parentId)
    if (parent && !isBelow(parent.span, node.span.id, nodes)) parent.children.push(node)
    else {
      node.isOrphan = parentId !== null
      roots.push(node)
    }
  }
  for (const node of nodes.values()) node.children.sort(byStart)
  return roots.sort(byStart)
}

/** Whether `id` is `span` or one of its ancestors. Ends on circles that do not pass `id` too. */
function isBelow(span: Span, id: string, nodes: ReadonlyMap<string, SpanNode>): boolean {
  let current: Span | undefined = span
  const seen = new Set<string>()
  while (current && !seen.has(current.id)) {
    if (current.id === id) return true
    seen.add(current.id)
    current = current.parentId === null ? undefined : nodes.get(current.parentId)?.span
  }
  return false
}
