import type { Span } from '@lathe/contract'

export type SpanNode = {
  span: Span
  children: SpanNode[]
  /** The parent was never received. */
  isOrphan: boolean
}

const byStart = (a: SpanNode, b: SpanNode) =>
  a.span.startedAt - b.span.startedAt || (a.span.id < b.span.id ? -1 : 1)

/**
 * Builds trees from spans in any order, with children by start. A span becomes a root if its parent
 * is missing or it is its own ancestor.
 */
export function buildTree(spans: readonly Span[]): SpanNode[] {
  const nodes = new Map<string, SpanNode>()
  for (const span of spans) nodes.set(span.id, { span, children: [], isOrphan: false })
  const roots: SpanNode[] = []
  for (const node of nodes.values()) {
    const parent = findParent(nodes, node)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  if (walkTree(roots).length < nodes.size) roots.push(...breakCycles(nodes))
  for (const root of roots) root.isOrphan = root.span.parentId !== null
  for (const { children } of nodes.values()) if (children.length > 1) children.sort(byStart)
  return roots.sort(byStart)
}

const findParent = (nodes: ReadonlyMap<string, SpanNode>, { span }: SpanNode) =>
  span.parentId === null ? undefined : nodes.get(span.parentId)

/** Detaches spans in a cycle from their parents. */
function breakCycles(nodes: ReadonlyMap<string, SpanNode>): SpanNode[] {
  const cycleIds = findCycleIds(nodes)
  const cycleNodes = [...nodes.values()].filter(({ span }) => cycleIds.has(span.id))
  for (const node of cycleNodes) {
    const parent = findParent(nodes, node)
    if (parent) parent.children = parent.children.filter((child) => child !== node)
  }
  return cycleNodes
}

/** Ids of spans that are their own ancestors. Visits each span once, however deep the trace is. */
function findCycleIds(nodes: ReadonlyMap<string, SpanNode>): ReadonlySet<string> {
  const cycleIds = new Set<string>()
  /** Span id to the number of the walk that visited it first. */
  const walkByNode = new Map<string, number>()
  let walk = 0
  for (const start of nodes.keys()) {
    walk += 1
    let id: string | null = start
    const path: string[] = []
    while (id !== null && nodes.has(id) && !walkByNode.has(id)) {
      walkByNode.set(id, walk)
      path.push(id)
      id = nodes.get(id)?.span.parentId ?? null
    }
    if (id !== null && walkByNode.get(id) === walk)
      for (const member of path.slice(path.indexOf(id))) cycleIds.add(member)
  }
  return cycleIds
}

/** Returns all spans of the trees, parents before children. */
export function walkTree(roots: readonly SpanNode[]): SpanNode[] {
  const order: SpanNode[] = []
  const waiting = roots.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    order.push(node)
    const { children } = node
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index]
      if (child) waiting.push(child)
    }
  }
  return order
}
