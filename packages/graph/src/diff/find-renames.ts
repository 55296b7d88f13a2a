import { END, type GraphDocument, type GraphEdge, type GraphNode, START } from '@lathe/contract'
import { isJsonObject } from '../document/same-json.ts'

/** Similarity thresholds, tried in order. Below the last, two nodes count as different. */
const STEPS = [0.95, 0.8, 0.6]
const ROUNDS = 6
/** A trait shared by more nodes than this does not help to identify them. */
const MAX_SHARING = 24
/** Number of candidates that are compared in detail. */
const MAX_CANDIDATES = 8
const CONTENT_WEIGHT = 0.7

type Unmatched = { id: string; kind: string; kindTrait: number; content: Traits }
type Candidate = { was: string; is: string; score: number }

/**
 * Maps old to new ids of renamed nodes: nodes of the same kind with similar content and edges. Each
 * pair found raises the score of its neighbours.
 */
export function findRenames(before: GraphDocument, after: GraphDocument): Map<string, string> {
  const removed = missingFrom(before, after)
  const added = missingFrom(after, before)
  const renames = new Map<string, string>()
  if (removed.length === 0 || added.length === 0) return renames

  const isKept = (id: string) =>
    id === START ||
    id === END ||
    (Object.hasOwn(before.nodes, id) && Object.hasOwn(after.nodes, id))
  const findCandidates = () => {
    const claimed = new Set(renames.values())
    return listCandidates(
      removed.filter(({ id }) => !renames.has(id)),
      added.filter(({ id }) => !claimed.has(id)),
      edgeTraitsByNode(before, (id) => (isKept(id) ? id : renames.get(id))),
      edgeTraitsByNode(after, (id) => (isKept(id) || claimed.has(id) ? id : undefined)),
    )
  }
  let candidates = findCandidates()
  for (const minScore of STEPS) {
    for (let round = 0; round < ROUNDS && acceptBest(candidates, minScore, renames); round += 1) {
      if (renames.size === removed.length || renames.size === added.length) return renames
      candidates = findCandidates()
    }
  }
  return renames
}

const missingFrom = (document: GraphDocument, countB: GraphDocument): Unmatched[] =>
  Object.entries(document.nodes)
    .filter(([id]) => !Object.hasOwn(countB.nodes, id))
    .map(([id, node]) => ({
      id,
      kind: node.kind,
      kindTrait: hash(node.kind),
      content: contentTraits(node),
    }))
    .sort((a, b) => compare(a.id, b.id))

const NONE: Traits = new Set()

type EdgeTraits = ReadonlyMap<string, Traits>

function listCandidates(
  removed: readonly Unmatched[],
  added: readonly Unmatched[],
  oldEdgeTraits: EdgeTraits,
  newEdgeTraits: EdgeTraits,
): Candidate[] {
  const edgeTraits = (traits: EdgeTraits, { id }: Unmatched) => traits.get(id) ?? NONE
  const nodesByTrait = new Map<number, Unmatched[]>()
  for (const node of added) {
    for (const trait of allTraits(node, edgeTraits(newEdgeTraits, node))) {
      const nodes = nodesByTrait.get(trait)
      if (nodes) nodes.push(node)
      else nodesByTrait.set(trait, [node])
    }
  }
  return removed.flatMap((was) => {
    const traits = edgeTraits(oldEdgeTraits, was)
    return findNearest(was, allTraits(was, traits), nodesByTrait).map((is) => {
      const content = similarity(was.content, is.content)
      const score =
        CONTENT_WEIGHT * content +
        (1 - CONTENT_WEIGHT) * similarity(traits, edgeTraits(newEdgeTraits, is))
      return { was: was.id, is: is.id, score }
    })
  })
}

const allTraits = ({ kindTrait, content }: Unmatched, traits: Traits): number[] => [
  kindTrait,
  ...content,
  ...traits,
]

/** Returns the candidates of the same kind that share the most rare traits. */
function findNearest(
  { kind }: Unmatched,
  traits: readonly number[],
  nodesByTrait: ReadonlyMap<number, readonly Unmatched[]>,
): Unmatched[] {
  const counts = new Map<Unmatched, number>()
  for (const trait of traits) {
    const nodes = nodesByTrait.get(trait) ?? []
    if (nodes.length > MAX_SHARING) continue
    for (const node of nodes) {
      if (node.kind === kind) counts.set(node, (counts.get(node) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || compare(a.id, b.id))
    .slice(0, MAX_CANDIDATES)
    .map(([node]) => node)
}

/** Accepts the best candidates, each node once. Returns false if none was found. */
function acceptBest(
  candidates: Candidate[],
  minScore: number,
  renames: Map<string, string>,
): boolean {
  const claimed = new Set(renames.values())
  const before = renames.size
  const ranked = candidates
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || compare(a.was, b.was) || compare(a.is, b.is))
  for (const { was, is } of ranked) {
    if (renames.has(was) || claimed.has(is)) continue
    renames.set(was, is)
    claimed.add(is)
  }
  return renames.size > before
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Hashes of the parts of a node or edge. */
type Traits = ReadonlySet<number>

/** The first words of a long text and this many traits of a large node suffice to identify it. */
const MAX_WORDS = 60
const MAX_TRAITS = 48

/** Returns hashes of the leaf values of a node; long texts are hashed by word. */
function contentTraits(node: GraphNode): Traits {
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
function edgeTraitsByNode(
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
function similarity(a: Traits, b: Traits): number {
  if (a.size + b.size === 0) return 1
  let shared = 0
  for (const trait of a) if (b.has(trait)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

/** Returns the FNV-1a hash of a text. */
function hash(text: string, seed = 0x811c9dc5): number {
  let accumulator = seed
  for (let index = 0; index < text.length; index += 1) {
    accumulator = Math.imul(accumulator ^ text.charCodeAt(index), 0x01000193)
  }
  return accumulator >>> 0
}
