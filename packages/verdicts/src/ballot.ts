import type { ComparisonPlan, PairVote, VotedVerdict } from '@lathe/contract'
import { preferredTo, type Vote } from '@lathe/stats'
import { namesOf } from './names.ts'

/** Votes by the names of variants, the baseline's first. */
export type Ballot = { votes: readonly Vote[]; names: readonly string[] }

export const NO_VOTES: Ballot = { votes: [], names: [] }

export function ballotOf(
  { variants }: Pick<ComparisonPlan, 'variants'>,
  votes: readonly PairVote[],
): Ballot {
  const names = namesOf(variants)
  return {
    names: [...names.values()],
    votes: votes.flatMap(({ case: caseId, first, second, winner }) => {
      const [one, other] = [names.get(first), names.get(second)]
      return one === undefined || other === undefined
        ? []
        : [{ caseId, first: one, second: other, winner }]
    }),
  }
}

/** What votes say of every variant against the baseline. */
export function concludeVotes(
  plan: Pick<ComparisonPlan, 'variants'>,
  votes: readonly PairVote[],
): VotedVerdict[] {
  const ballot = ballotOf(plan, votes)
  const [baseline = '', ...others] = ballot.names
  return preferredTo(ballot.votes, baseline, others).map(
    ({ variant, ruling, sentence, signs: { above, below, tied } }) => ({
      name: variant,
      ruling,
      sentence,
      won: above,
      lost: below,
      tied,
    }),
  )
}
