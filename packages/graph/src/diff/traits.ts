import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { isJsonObject } from '../document/same-json.ts'

/** Hashes of what a thing is made of. */
export type Traits = ReadonlySet<number>

/** Of a long text its first words, and of a large node this many traits, are enough to know it again. */
const MOST_WORDS = 60
const MOST_TRAITS = 48

/** The leaves of a node, long texts by their words. */
export function contentTraits(node: GraphNode): Traits {
  const traits = new Set<number>()
  const { kind: _, ...rest } = node
  collect(rest, '', traits)
  if (traits.size <= MOST_TRAITS) return traits
  // The smallest hashes: nodes that are alike keep the same ones.
  return new Set([...traits].sort((a, b) => a - b).slice(0, MOST_TRAITS))
}

function collect(value: unknown, path: string, traits: Set<number>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${path}.*`, traits)
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) collect(member, `${path}.${key}`, traits)
  } else if (typeof value === 'string') {
    const seed = hash(path)
    for (const word of value.split(/\s+/, MOST_WORDS)) traits.add(hash(word, seed))
  } else if (value !== undefined) traits.add(hash(JSON.stringify(value), hash(path)))
}

/** The ways into and out of each node, with the neighbours' ids translated. */
export function wayTraits(
  document: GraphDocument,
  translate: (id: string) => string | undefined,
): Map<string, Traits> {
  const ways = new Map<string, Set<number>>()
  const add = (id: string, way: string) => {
    const known = ways.get(id)
    if (known) known.add(hash(way))
    else ways.set(id, new Set([hash(way)]))
  }
  const port = ({ when }: GraphEdge) => when ?? ''
  for (const edge of document.edges) {
    const from = translate(edge.from)
    const to = translate(edge.to)
    if (from !== undefined) add(edge.to, `<${port(edge)} ${from}`)
    if (to !== undefined) add(edge.from, `>${port(edge)} ${to}`)
  }
  return ways
}

/** Shared over all (Dice): 1 for equal sets, also for empty ones. */
export function likeness(a: Traits, b: Traits): number {
  if (a.size + b.size === 0) return 1
  let shared = 0
  for (const trait of a) if (b.has(trait)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

/** FNV-1a. */
export function hash(text: string, seed = 0x811c9dc5): number {
  let state = seed
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return state >>> 0
}
