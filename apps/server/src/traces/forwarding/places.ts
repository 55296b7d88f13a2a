import { toDottedOrder } from '@lathe/traces'

export type Place = { id: string; parent_id: string | null; started_at: number }

export type RunPlace = { id: string; parentId: string | null; dottedOrder: string }

/** LangSmith requires the root to have the trace's id and all other spans to descend from it. */
export function placesOf(
  trace: { id: string; root_id: string | null },
  spans: readonly Place[],
): (id: string) => RunPlace {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const idOf = (id: string) => (id === trace.root_id ? trace.id : id)
  const parentOf = ({ id, parent_id }: Place): Place | undefined => {
    if (id === trace.root_id) return undefined
    return (parent_id === null ? undefined : byId.get(parent_id)) ?? byId.get(trace.root_id ?? '')
  }
  const orders = new Map<string, string>()

  return (id) => {
    const way: Place[] = []
    const seen = new Set<string>()
    for (let at = byId.get(id); at && !seen.has(at.id); at = parentOf(at)) {
      seen.add(at.id)
      way.push(at)
      if (orders.has(at.id)) break
    }
    for (const at of way.toReversed()) {
      const parent = parentOf(at)
      const above = parent && orders.get(parent.id)
      const own = toDottedOrder([{ id: idOf(at.id), startedAt: at.started_at }])
      if (!orders.has(at.id)) orders.set(at.id, above ? `${above}.${own}` : own)
    }
    const span = byId.get(id)
    const parent = span && parentOf(span)
    return {
      id: idOf(id),
      parentId: parent ? idOf(parent.id) : null,
      dottedOrder: orders.get(id) ?? '',
    }
  }
}
