import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'
import { isJsonObject } from '../document/same-json.ts'

/** Hashes of the parts of a node or edge. */
export type Traits = ReadonlySet<number>

/** The first words of a long text and this many traits of a large node suffice to identify it. */
const MAX_WORDS = 60
const MAX_TRAITS = 48

/** Returns hashes of the leaf values of a node; long texts are hashed by word. */
export function contentTraits(node: GraphNode): Traits {
  const traits = new Set<number>()
  const { kind: _, ...rest } = node
  collect(rest, '', traits)
  if (traits.size <= MAX_TRAITS) return traits
  // Keeps the smallest hashes, so similar nodes keep the same ones.
  return new Set([...traits].sort((a, b) => a - b).slice(0, MAX_TRAITS))
}

function collect(value: unknown, path: string, traits: Set<number>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${path}.*`, traits)
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) collect(member, `${path}.${key}`, traits)
  } else if (typeof value === 'string') {
    const seed = hash(path)
    for (const word of value.split(/\s+/, MAX_WORDS)) traits.add(hash(word, seed))
  } else if (value !== undefined) traits.add(hash(JSON.stringify(value), hash(path)))
}

/** Returns traits of the edges of each node, with translated neighbour ids. */
export function edgeTraitsByNode(
  document: GraphDocument,
  translate: (id: string) => string | undefined,
): Map<string, Traits> {
  const traits = new Map<string, Set<number>>()
  const add = (id: string, edgeKey: string) => {
    const nodeTraits = traits.get(id)
    if (nodeTraits) nodeTraits.add(hash(edgeKey))
    else traits.set(id, new Set([hash(edgeKey)]))
  }
  const port = ({ when }: GraphEdge) => when ?? ''
  for (const edge of document.edges) {
    const source = translate(edge.from)
    const target = translate(edge.to)
    if (source !== undefined) add(edge.to, `<${port(edge)} ${source}`)
    if (target !== undefined) add(edge.from, `>${port(edge)} ${target}`)
  }
  return traits
}

/** Returns the Dice coefficient: 1 for equal sets, including two empty sets. */
export function similarity(a: Traits, b: Traits): number {
  if (a.size + b.size === 0) return 1
  let shared = 0
  for (const trait of a) if (b.has(trait)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

/** Returns the FNV-1a hash of a text. */
export function hash(text: string, seed = 0x811c9dc5): number {
  let accumulator = seed
  for (let index = 0; index < text.length; index += 1) {
    accumulator = Math.imul(accumulator ^ text.charCodeAt(index), 0x01000193)
  }
  return accumulator >>> 0
}
