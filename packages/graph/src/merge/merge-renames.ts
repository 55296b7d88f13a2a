import type { GraphDocument } from '@lathe/contract'
import { findRenames } from '../diff/find-renames.ts'
import type { Conflicts } from './conflicts.ts'
import type { Sides } from './merge-values.ts'

/** Returns the three documents with the same final id for every node. */
export function unifyNames(
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
