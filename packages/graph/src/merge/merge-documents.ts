import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { canonicalJson } from '../document/hash.ts'
import { isSameAsked } from '../document/property-orders.ts'
import { isSameJson } from '../document/same-json.ts'
import { Conflicts, type MergeChoices, type MergeConflict } from './conflicts.ts'
import { mergeEdges } from './merge-edges.ts'
import { withOneNaming } from './merge-renames.ts'
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
  if (isSameAsked(ours, theirs) || isSameAsked(theirs, base))
    return { document: ours, conflicts: [] }
  if (isSameAsked(ours, base)) return { document: theirs, conflicts: [] }

  const conflicts = new Conflicts(choices)
  const sides = withOneNaming(conflicts, { base, ours, theirs })
  const each = <T>(pick: (document: GraphDocument) => T): Sides<T> => ({
    base: pick(sides.base),
    ours: pick(sides.ours),
    theirs: pick(sides.theirs),
  })
  const list = (name: 'input' | 'output') =>
    // The cast holds: the lists contain names on every side.
    mergeValues(
      conflicts,
      [name],
      each((document) => document[name]),
    ) as string[]

  // The casts hold: members of valid records are merged by field or copied whole from one side.
  const nodes = mergeNodes(conflicts, sides) as GraphDocument['nodes']
  const state = mergeMembers(
    conflicts,
    ['state'],
    each(({ state }) => state),
  ) as GraphDocument['state']
  const document: GraphDocument = {
    format: 1,
    state,
    input: list('input'),
    output: list('output'),
    nodes,
    edges: mergeEdgesOf(conflicts, sides, nodes),
    layout: mergeLayout(each(({ layout }) => layout)),
    notes: mergeNotes(each(({ notes }) => notes)),
  }
  return { document, conflicts: conflicts.all }
}

const touches = (edge: GraphEdge, id: string) => edge.from === id || edge.to === id

/** A node that one side deleted and the other connected is a conflict. */
function mergeNodes(conflicts: Conflicts, { base, ours, theirs }: Sides<GraphDocument>) {
  const old = new Set(base.edges.map(canonicalJson))
  const isUsedAnew = (side: GraphDocument, id: string) =>
    side.edges.some((edge) => touches(edge, id) && !old.has(canonicalJson(edge)))
  const disputed = Object.entries(base.nodes).filter(([id, node]) => {
    const kept = [ours, theirs].filter((side) => Object.hasOwn(side.nodes, id))
    const [side] = kept
    return kept.length === 1 && side && isSameJson(side.nodes[id], node) && isUsedAnew(side, id)
  })
  const merged = mergeMembers(conflicts, ['nodes'], {
    base: base.nodes,
    ours: ours.nodes,
    theirs: theirs.nodes,
  })
  for (const [id, node] of disputed) {
    const [mine, other] = [own(ours, id), own(theirs, id)]
    const chosen = conflicts.settle(['nodes', id], node, mine, other)
    if (chosen !== undefined) merged[id] = chosen
  }
  return merged
}

const own = ({ nodes }: GraphDocument, id: string): GraphNode | undefined =>
  Object.hasOwn(nodes, id) ? nodes[id] : undefined

/** A kept node keeps its edges; a removed node loses all of them. */
function mergeEdgesOf(
  conflicts: Conflicts,
  { base, ours, theirs }: Sides<GraphDocument>,
  nodes: GraphDocument['nodes'],
): GraphEdge[] {
  const known = Object.keys(base.nodes)
  const kept = known.filter((id) => Object.hasOwn(nodes, id))
  const gone = known.filter((id) => !Object.hasOwn(nodes, id))
  const restored = (side: GraphDocument) => {
    const ids = kept.filter((id) => !Object.hasOwn(side.nodes, id))
    if (ids.length === 0) return side.edges
    const present = new Set(side.edges.map(canonicalJson))
    const lost = base.edges.filter(
      (edge) => ids.some((id) => touches(edge, id)) && !present.has(canonicalJson(edge)),
    )
    return [...side.edges, ...lost]
  }
  const standing = (edges: readonly GraphEdge[]) =>
    edges.filter((edge) => !gone.some((id) => touches(edge, id)))
  return mergeEdges(conflicts, {
    base: standing(base.edges),
    ours: standing(restored(ours)),
    theirs: standing(restored(theirs)),
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
  const has = (notes: GraphDocument['notes'], key: string) =>
    notes.some((note) => canonicalJson(note) === key)
  const kept = base.filter((note) => {
    const key = canonicalJson(note)
    return has(ours, key) && has(theirs, key)
  })
  const added = [...ours, ...theirs].filter((note) => !has(base, canonicalJson(note)))
  const once = new Map(added.map((note) => [canonicalJson(note), note]))
  return [...kept, ...once.values()]
}
