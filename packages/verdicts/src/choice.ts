import type { ExperimentVote } from '@lathe/contract'

/** Which of several answers to one example judges preferred: an experiment's, none more than another, or nobody said. */
export type Choice = { type: 'preferred'; experiment: string } | { type: 'tie' } | { type: 'none' }

/** Of the votes on one example by one key: preferred is what beat another and was beaten by none, if it is the only one. */
export function choiceOf(
  votes: readonly Pick<ExperimentVote, 'first' | 'second' | 'winner'>[],
): Choice {
  if (votes.length === 0) return { type: 'none' }
  const leads = new Map<string, Map<string, number>>()
  const lead = (of: string, over: string, by: number) => {
    const own = leads.get(of) ?? new Map<string, number>()
    leads.set(of, own.set(over, (own.get(over) ?? 0) + by))
  }
  for (const { first, second, winner } of votes) {
    const by = winner === 'tie' ? 0 : winner === 'first' ? 1 : -1
    lead(first, second, by)
    lead(second, first, -by)
  }
  const unbeaten = [...leads].filter(([, own]) => [...own.values()].every((by) => by >= 0))
  const [only] = unbeaten
  const isAhead = only && unbeaten.length === 1 && [...only[1].values()].some((by) => by > 0)
  return isAhead ? { type: 'preferred', experiment: only[0] } : { type: 'tie' }
}
