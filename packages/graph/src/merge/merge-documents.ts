import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { canonicalJson } from '../document/hash.ts'
import { isSameIncludingOrder } from '../document/property-orders.ts'
import { isSameJson } from '../document/same-json.ts'
import { Conflicts, type MergeChoices, type MergeConflict } from './conflicts.ts'
import { mergeMembers, mergeValues, type Sides } from './merge-values.ts'
import { findRenames } from '../diff/find-renames.ts'

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

type Edges = readonly GraphEdge[]
type EdgesByKey = Readonly<Record<string, GraphEdge>>

/** Merges edges by source port: if both sides changed the target of a port, that is a conflict. */
function mergeEdges(conflicts: Conflicts, sides: Sides<Edges>): GraphEdge[] {
  const { base, ours, theirs } = sides
  if (isSameJson(ours, theirs) || isSameJson(theirs, base)) return [...ours]
  if (isSameJson(ours, base)) return [...theirs]

  const merged = new Map<string, GraphEdge>()
  const ports = new Set([...base, ...ours, ...theirs].map(sourcePort))
  for (const port of ports) {
    const edgesAtPort = (edges: Edges) =>
      edgesByKey(edges.filter((edge) => sourcePort(edge) === port))
    const portEdges = {
      base: edgesAtPort(base),
      ours: edgesAtPort(ours),
      theirs: edgesAtPort(theirs),
    }
    const resolved = isRewired(portEdges)
      ? conflicts.resolve(['edges', port], ...listSides(portEdges))
      : mergeMembers(conflicts, ['edges', port], portEdges)
    // Either edges by key, or the list of one side.
    const edges = Array.isArray(resolved)
      ? edgesByKey(resolved as GraphEdge[])
      : (resolved as EdgesByKey)
    for (const [key, edge] of Object.entries(edges)) merged.set(key, edge)
  }
  return sortEdges(merged, sides)
}

const sourcePort = ({ from, when }: GraphEdge) => (when === undefined ? from : `${from} (${when})`)

/** Numbers duplicate edges. */
function edgesByKey(edges: Edges): EdgesByKey {
  const counts = new Map<string, number>()
  return Object.fromEntries(
    edges.map((edge) => {
      const key = `${sourcePort(edge)} → ${edge.to}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [count === 1 ? key : `${key} #${count}`, edge]
    }),
  )
}

const listSides = ({ base, ours, theirs }: Sides<EdgesByKey>) =>
  [Object.values(base), Object.values(ours), Object.values(theirs)] as const

/** Returns whether both sides removed the same edge and added different ones. */
function isRewired({ base, ours, theirs }: Sides<EdgesByKey>): boolean {
  const missingKeys = (from: EdgesByKey, to: EdgesByKey) =>
    Object.keys(from).filter((key) => !(key in to))
  const isRemovedByBoth = missingKeys(base, ours).some((key) => !(key in theirs))
  const addedByUs = missingKeys(ours, base)
  const addedByThem = missingKeys(theirs, base)
  return (
    isRemovedByBoth &&
    addedByUs.length > 0 &&
    addedByThem.length > 0 &&
    !isSameJson(addedByUs, addedByThem)
  )
}

/** Returns edges in the order of the side that reordered them, new ones last. */
function sortEdges(merged: ReadonlyMap<string, GraphEdge>, { base, ours, theirs }: Sides<Edges>) {
  const mergedKeys = (edges: Edges) =>
    Object.keys(edgesByKey(edges)).filter((key) => merged.has(key))
  const old = mergedKeys(base)
  const isMoved = (edges: Edges) => {
    const keys = mergedKeys(edges).filter((key) => old.includes(key))
    return !isSameJson(
      keys,
      old.filter((key) => keys.includes(key)),
    )
  }
  const orderedSide = isMoved(ours) === isMoved(theirs) ? base : isMoved(ours) ? ours : theirs
  const first = mergedKeys(orderedSide).filter((key) => old.includes(key))
  const rest = [...merged.keys()].filter((key) => !first.includes(key)).sort()
  return [...first, ...rest].flatMap((key) => merged.get(key) ?? [])
}

/** Returns the three documents with the same final id for every node. */
function unifyNames(
  conflicts: Conflicts,
  { base, ours, theirs }: Sides<GraphDocument>,
): Sides<GraphDocument> {
  const ourRenames = findRenames(base, ours)
  const theirRenames = findRenames(base, theirs)
  const names: Sides<Map<string, string>> = {
    base: new Map(),
    ours: new Map(),
    theirs: new Map(),
  }
  for (const id of Object.keys(base.nodes)) {
    const ourName = ourRenames.get(id)
    const theirName = theirRenames.get(id)
    if (ourName === undefined && theirName === undefined) continue
    // A name that the other side uses for another node cannot be adopted.
    const isTaken =
      ourName !== theirName &&
      ((ourName !== undefined && Object.hasOwn(theirs.nodes, ourName)) ||
        (theirName !== undefined && Object.hasOwn(ours.nodes, theirName)))
    if (isTaken) continue
    const isDisputed = ourName !== undefined && theirName !== undefined && ourName !== theirName
    const name = isDisputed
      ? String(conflicts.resolve(['nodes', id, 'id'], id, ourName, theirName))
      : (ourName ?? theirName ?? id)
    names.base.set(id, name)
    names.ours.set(ourName ?? id, name)
    names.theirs.set(theirName ?? id, name)
  }
  return {
    base: withNames(base, names.base),
    ours: withNames(ours, names.ours),
    theirs: withNames(theirs, names.theirs),
  }
}

function withNames(document: GraphDocument, names: ReadonlyMap<string, string>): GraphDocument {
  if (names.size === 0) return document
  const newId = (id: string) => names.get(id) ?? id
  const members = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).map(([id, member]) => [newId(id), member]))
  return {
    ...document,
    nodes: members(document.nodes),
    layout: members(document.layout),
    edges: document.edges.map((edge) => ({
      ...edge,
      from: newId(edge.from),
      to: newId(edge.to),
    })),
  }
}
