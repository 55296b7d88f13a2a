import type { GraphDocument } from '@lathe/contract'
import { findRenames } from '../diff/find-renames.ts'
import type { Conflicts } from './conflicts.ts'
import type { Sides } from './merge-values.ts'

/** Returns the three documents with the same final id for every node. */
export function withOneNaming(
  conflicts: Conflicts,
  { base, ours, theirs }: Sides<GraphDocument>,
): Sides<GraphDocument> {
  const mine = findRenames(base, ours)
  const other = findRenames(base, theirs)
  const names: Sides<Map<string, string>> = {
    base: new Map(),
    ours: new Map(),
    theirs: new Map(),
  }
  for (const id of Object.keys(base.nodes)) {
    const here = mine.get(id)
    const there = other.get(id)
    if (here === undefined && there === undefined) continue
    // A name that the other side uses for another node cannot be adopted.
    const isTaken =
      here !== there &&
      ((here !== undefined && Object.hasOwn(theirs.nodes, here)) ||
        (there !== undefined && Object.hasOwn(ours.nodes, there)))
    if (isTaken) continue
    const isDisputed = here !== undefined && there !== undefined && here !== there
    const name = isDisputed
      ? String(conflicts.settle(['nodes', id, 'id'], id, here, there))
      : (here ?? there ?? id)
    names.base.set(id, name)
    names.ours.set(here ?? id, name)
    names.theirs.set(there ?? id, name)
  }
  return {
    base: withNames(base, names.base),
    ours: withNames(ours, names.ours),
    theirs: withNames(theirs, names.theirs),
  }
}

function withNames(document: GraphDocument, names: ReadonlyMap<string, string>): GraphDocument {
  if (names.size === 0) return document
  const named = (id: string) => names.get(id) ?? id
  const members = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).map(([id, member]) => [named(id), member]))
  return {
    ...document,
    nodes: members(document.nodes),
    layout: members(document.layout),
    edges: document.edges.map((edge) => ({
      ...edge,
      from: named(edge.from),
      to: named(edge.to),
    })),
  }
}
