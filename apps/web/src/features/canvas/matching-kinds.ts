import { type KindInfo, NODE_KINDS } from '@lathe/graph'

/** Kinds that can be added, those called what was typed before those that only speak of it. */
export function matchingKinds(query: string): KindInfo[] {
  const typed = query.trim().toLowerCase()
  return NODE_KINDS.filter((info) => info.isAvailable)
    .map((info) => ({ info, rank: rankOf(info, typed) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ info }) => info)
}

const NO_MATCH = 3

function rankOf({ kind, title, line }: KindInfo, typed: string): number {
  if ([kind, title.toLowerCase()].some((name) => name.startsWith(typed))) return 0
  if (`${kind} ${title}`.toLowerCase().includes(typed)) return 1
  return line.toLowerCase().includes(typed) ? 2 : NO_MATCH
}
