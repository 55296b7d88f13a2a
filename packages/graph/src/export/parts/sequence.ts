import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { START } from '@lathe/contract'

/** Whether one node runs at a time, apart from the copies of a fan-out. */
export function isSequential(document: GraphDocument): boolean {
  const taken = new Set<string>()
  return document.edges.every(({ from, when }) => {
    if (when === 'error') return true
    const port = `${from} ${when ?? ''}`
    const isFirst = !taken.has(port)
    taken.add(port)
    return isFirst
  })
}

/** Branches that can be conditional edges: one node runs at a time, and the branch does nothing else. */
export function foldedBranches(document: GraphDocument): ReadonlySet<string> {
  if (!isSequential(document)) return new Set()
  const ids = Object.entries(document.nodes).filter(([id, node]) => isFolded(document, id, node))
  return new Set(ids.map(([id]) => id))
}

function isFolded({ edges }: GraphDocument, id: string, node: GraphNode): boolean {
  if (node.kind !== 'branch' || node.decide.by !== 'rules') return false
  if (node.retry || node.timeoutMs || node.cache || node.defer) return false
  const ways = edges.filter(({ from }) => from === id)
  if (ways.some(({ each, max, when }) => each || max || when === 'error')) return false
  const incoming = edges.filter(({ to }) => to === id)
  return incoming.every((edge) => isPlain(edge) && isSingle(edges, edge))
}

const isPlain = ({ from, when, each, max }: GraphEdge) =>
  from !== START && when === undefined && !each && max === undefined

/** Whether the previous node leads only here and is not a copy. */
function isSingle(edges: readonly GraphEdge[], { from }: GraphEdge): boolean {
  const isCopy = edges.some(({ to, each }) => to === from && each)
  return !isCopy && edges.filter((edge) => edge.from === from && edge.when !== 'error').length === 1
}
