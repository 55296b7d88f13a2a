import { END, type GraphDocument, START } from '@lathe/contract'
import { contentTraits, hash, likeness, wayTraits, type Traits } from './traits.ts'

/** Similarity thresholds, tried in order. Below the last, two nodes count as different. */
const STEPS = [0.95, 0.8, 0.6]
const ROUNDS = 6
/** A trait shared by more nodes than this does not help to identify them. */
const MOST_SHARING = 24
/** Number of candidates that are compared in detail. */
const MOST_NEAR = 8
const CONTENT_WEIGHT = 0.7

type Unmatched = { id: string; kind: string; kindTrait: number; content: Traits }
type Candidate = { was: string; is: string; score: number }

/**
 * Maps old to new ids of renamed nodes: nodes of the same kind with similar content and edges. Each
 * pair found raises the score of its neighbours.
 */
export function findRenames(before: GraphDocument, after: GraphDocument): Map<string, string> {
  const gone = onlyIn(before, after)
  const come = onlyIn(after, before)
  const renames = new Map<string, string>()
  if (gone.length === 0 || come.length === 0) return renames

  const stays = (id: string) =>
    id === START ||
    id === END ||
    (Object.hasOwn(before.nodes, id) && Object.hasOwn(after.nodes, id))
  const find = () => {
    const taken = new Set(renames.values())
    return candidates(
      gone.filter(({ id }) => !renames.has(id)),
      come.filter(({ id }) => !taken.has(id)),
      wayTraits(before, (id) => (stays(id) ? id : renames.get(id))),
      wayTraits(after, (id) => (stays(id) || taken.has(id) ? id : undefined)),
    )
  }
  let found = find()
  for (const least of STEPS) {
    for (let round = 0; round < ROUNDS && choose(found, least, renames); round += 1) {
      if (renames.size === gone.length || renames.size === come.length) return renames
      found = find()
    }
  }
  return renames
}

const onlyIn = (document: GraphDocument, other: GraphDocument): Unmatched[] =>
  Object.entries(document.nodes)
    .filter(([id]) => !Object.hasOwn(other.nodes, id))
    .map(([id, node]) => ({
      id,
      kind: node.kind,
      kindTrait: hash(node.kind),
      content: contentTraits(node),
    }))
    .sort((a, b) => compare(a.id, b.id))

const NONE: Traits = new Set()

type Ways = ReadonlyMap<string, Traits>

function candidates(
  gone: readonly Unmatched[],
  come: readonly Unmatched[],
  oldWays: Ways,
  newWays: Ways,
): Candidate[] {
  const waysFrom = (ways: Ways, { id }: Unmatched) => ways.get(id) ?? NONE
  const sharing = new Map<number, Unmatched[]>()
  for (const node of come) {
    for (const trait of traitsOf(node, waysFrom(newWays, node))) {
      const nodes = sharing.get(trait)
      if (nodes) nodes.push(node)
      else sharing.set(trait, [node])
    }
  }
  return gone.flatMap((was) => {
    const ways = waysFrom(oldWays, was)
    return nearest(was, traitsOf(was, ways), sharing).map((is) => {
      const content = likeness(was.content, is.content)
      const score =
        CONTENT_WEIGHT * content + (1 - CONTENT_WEIGHT) * likeness(ways, waysFrom(newWays, is))
      return { was: was.id, is: is.id, score }
    })
  })
}

const traitsOf = ({ kindTrait, content }: Unmatched, ways: Traits): number[] => [
  kindTrait,
  ...content,
  ...ways,
]

/** Returns the candidates of the same kind that share the most rare traits. */
function nearest(
  { kind }: Unmatched,
  traits: readonly number[],
  sharing: ReadonlyMap<number, readonly Unmatched[]>,
): Unmatched[] {
  const counts = new Map<Unmatched, number>()
  for (const trait of traits) {
    const nodes = sharing.get(trait) ?? []
    if (nodes.length > MOST_SHARING) continue
    for (const node of nodes) {
      if (node.kind === kind) counts.set(node, (counts.get(node) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort(([a, most], [b, other]) => other - most || compare(a.id, b.id))
    .slice(0, MOST_NEAR)
    .map(([node]) => node)
}

/** Accepts the best candidates, each node once. Returns false if none was found. */
function choose(found: Candidate[], least: number, renames: Map<string, string>): boolean {
  const taken = new Set(renames.values())
  const before = renames.size
  const best = found
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || compare(a.was, b.was) || compare(a.is, b.is))
  for (const { was, is } of best) {
    if (renames.has(was) || taken.has(is)) continue
    renames.set(was, is)
    taken.add(is)
  }
  return renames.size > before
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
