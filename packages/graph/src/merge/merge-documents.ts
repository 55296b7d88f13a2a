import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { canonicalJson } from '../document/hash.ts'
import { isSameIncludingOrder } from '../document/property-orders.ts'
import { isSameJson } from '../document/same-json.ts'
import { Conflicts, type MergeChoices, type MergeConflict } from './conflicts.ts'
import { mergeEdges } from './merge-edges.ts'
import { unifyNames } from './merge-renames.ts'
import { mergeMembers, mergeValues, type Sides } from './merge-values.ts'

/**
 * Merges the changes of both sides to `base`, field by field. A conflict takes our side unless
 * `choices` contains its key.
 */
export function mergeDocuments(
  base: GraphDocument,
  ours: GraphDocument,
  theirs: GraphDocument,
  choices: MergeChoices = {},
): { document: GraphDocument; conflicts: MergeConflict[] } {
  if (isSameIncludingOrder(ours, theirs) || isSameIncludingOrder(theirs, base))
    return { document: ours, conflicts: [] }
  if (isSameIncludingOrder(ours, base)) return { document: theirs, conflicts: [] }

  const conflicts = new Conflicts(choices)
  const sides = unifyNames(conflicts, { base, ours, theirs })
  const mapSides = <T>(pick: (document: GraphDocument) => T): Sides<T> => ({
    base: pick(sides.base),
    ours: pick(sides.ours),
    theirs: pick(sides.theirs),
  })
  const list = (name: 'input' | 'output') =>
    // The cast holds: the lists contain names on every side.
    mergeValues(
      conflicts,
      [name],
      mapSides((document) => document[name]),
    ) as string[]

  // The casts hold: members of valid records are merged by field or copied whole from one side.
  const nodes = mergeNodes(conflicts, sides) as GraphDocument['nodes']
  const state = mergeMembers(
    conflicts,
    ['state'],
    mapSides(({ state }) => state),
  ) as GraphDocument['state']
  const document: GraphDocument = {
    format: 1,
    state,
    input: list('input'),
    output: list('output'),
    nodes,
    edges: mergeNodeEdges(conflicts, sides, nodes),
    layout: mergeLayout(mapSides(({ layout }) => layout)),
    notes: mergeNotes(mapSides(({ notes }) => notes)),
  }
  return { document, conflicts: conflicts.all }
}

const isConnected = (edge: GraphEdge, id: string) => edge.from === id || edge.to === id

/** A node that one side deleted and the other connected is a conflict. */
function mergeNodes(conflicts: Conflicts, { base, ours, theirs }: Sides<GraphDocument>) {
  const old = new Set(base.edges.map(canonicalJson))
  const hasNewEdges = (side: GraphDocument, id: string) =>
    side.edges.some((edge) => isConnected(edge, id) && !old.has(canonicalJson(edge)))
  const disputed = Object.entries(base.nodes).filter(([id, node]) => {
    const keptSides = [ours, theirs].filter((side) => Object.hasOwn(side.nodes, id))
    const [side] = keptSides
    return (
      keptSides.length === 1 && side && isSameJson(side.nodes[id], node) && hasNewEdges(side, id)
    )
  })
  const merged = mergeMembers(conflicts, ['nodes'], {
    base: base.nodes,
    ours: ours.nodes,
    theirs: theirs.nodes,
  })
  for (const [id, node] of disputed) {
    const [ourNode, theirNode] = [findNode(ours, id), findNode(theirs, id)]
    const resolved = conflicts.resolve(['nodes', id], node, ourNode, theirNode)
    if (resolved !== undefined) merged[id] = resolved
  }
  return merged
}

const findNode = ({ nodes }: GraphDocument, id: string): GraphNode | undefined =>
  Object.hasOwn(nodes, id) ? nodes[id] : undefined

/** A kept node keeps its edges; a removed node loses all of them. */
function mergeNodeEdges(
  conflicts: Conflicts,
  { base, ours, theirs }: Sides<GraphDocument>,
  nodes: GraphDocument['nodes'],
): GraphEdge[] {
  const baseIds = Object.keys(base.nodes)
  const keptSides = baseIds.filter((id) => Object.hasOwn(nodes, id))
  const removedIds = baseIds.filter((id) => !Object.hasOwn(nodes, id))
  const restoreEdges = (side: GraphDocument) => {
    const ids = keptSides.filter((id) => !Object.hasOwn(side.nodes, id))
    if (ids.length === 0) return side.edges
    const present = new Set(side.edges.map(canonicalJson))
    const missingEdges = base.edges.filter(
      (edge) => ids.some((id) => isConnected(edge, id)) && !present.has(canonicalJson(edge)),
    )
    return [...side.edges, ...missingEdges]
  }
  const keepEdges = (edges: readonly GraphEdge[]) =>
    edges.filter((edge) => !removedIds.some((id) => isConnected(edge, id)))
  return mergeEdges(conflicts, {
    base: keepEdges(base.edges),
    ours: keepEdges(restoreEdges(ours)),
    theirs: keepEdges(restoreEdges(theirs)),
  })
}

/** Positions raise no conflict: if both sides moved a card, ours applies. */
function mergeLayout({ base, ours, theirs }: Sides<GraphDocument['layout']>) {
  return mergeMembers(new Conflicts({}), ['layout'], {
    base,
    ours,
    theirs,
  }) as GraphDocument['layout']
}

/** Keeps both versions of a note that both sides changed. */
function mergeNotes({ base, ours, theirs }: Sides<GraphDocument['notes']>) {
  const includesNote = (notes: GraphDocument['notes'], key: string) =>
    notes.some((note) => canonicalJson(note) === key)
  const keptSides = base.filter((note) => {
    const key = canonicalJson(note)
    return includesNote(ours, key) && includesNote(theirs, key)
  })
  const added = [...ours, ...theirs].filter((note) => !includesNote(base, canonicalJson(note)))
  const uniqueAdded = new Map(added.map((note) => [canonicalJson(note), note]))
  return [...keptSides, ...uniqueAdded.values()]
}
