import { toDottedOrder } from '@lathe/traces'

export type SpanNode = { id: string; parent_id: string | null; started_at: number }

export type RunPosition = { id: string; parentId: string | null; dottedOrder: string }

/** LangSmith requires the root to have the trace's id and all other spans to descend from it. */
export function createRunPositions(
  trace: { id: string; root_id: string | null },
  spans: readonly SpanNode[],
): (id: string) => RunPosition {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const runId = (id: string) => (id === trace.root_id ? trace.id : id)
  const findParent = ({ id, parent_id }: SpanNode): SpanNode | undefined => {
    if (id === trace.root_id) return undefined
    return (parent_id === null ? undefined : byId.get(parent_id)) ?? byId.get(trace.root_id ?? '')
  }
  const orders = new Map<string, string>()

  return (id) => {
    const path: SpanNode[] = []
    const seen = new Set<string>()
    for (let node = byId.get(id); node && !seen.has(node.id); node = findParent(node)) {
      seen.add(node.id)
      path.push(node)
      if (orders.has(node.id)) break
    }
    for (const node of path.toReversed()) {
      const parent = findParent(node)
      const parentOrder = parent && orders.get(parent.id)
      const ownOrder = toDottedOrder([{ id: runId(node.id), startedAt: node.started_at }])
      if (!orders.has(node.id))
        orders.set(node.id, parentOrder ? `${parentOrder}.${ownOrder}` : ownOrder)
    }
    const span = byId.get(id)
    const parent = span && findParent(span)
    return {
      id: runId(id),
      parentId: parent ? runId(parent.id) : null,
      dottedOrder: orders.get(id) ?? '',
    }
  }
}
