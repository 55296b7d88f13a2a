import type { ComparisonPlan, ExperimentVote, PairVote, VotedVerdict } from '@lathe/contract'
import { compareWithBaseline, type Vote } from '@lathe/stats'
import { uniqueNames } from './variants.ts'

/** Votes with variant names instead of keys, the baseline's name first. */
export type Ballot = { votes: readonly Vote[]; names: readonly string[] }

export const NO_VOTES: Ballot = { votes: [], names: [] }

/** Replaces variant keys in votes by names. Votes on removed variants are dropped. */
export function toBallot(
  { variants }: Pick<ComparisonPlan, 'variants'>,
  votes: readonly PairVote[],
): Ballot {
  const names = uniqueNames(variants)
  return {
    names: [...names.values()],
    votes: votes.flatMap(({ case: caseId, first, second, winner }) => {
      const [firstName, secondName] = [names.get(first), names.get(second)]
      return firstName === undefined || secondName === undefined
        ? []
        : [{ caseId, first: firstName, second: secondName, winner }]
    }),
  }
}

/** Compares every variant with the baseline by votes. */
export function concludeVotes(
  plan: Pick<ComparisonPlan, 'variants'>,
  votes: readonly PairVote[],
): VotedVerdict[] {
  const ballot = toBallot(plan, votes)
  const [baseline = '', ...variants] = ballot.names
  return compareWithBaseline(ballot.votes, baseline, variants).map(
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

/** The answer to one example that judges prefer: an experiment's, none (tie), or no votes. */
export type Choice = { type: 'preferred'; experiment: string } | { type: 'tie' } | { type: 'none' }

/** Returns the experiment that beat another one and lost to none, if it is the only such one. */
export function findPreferredExperiment(
  votes: readonly Pick<ExperimentVote, 'first' | 'second' | 'winner'>[],
): Choice {
  if (votes.length === 0) return { type: 'none' }
  const leads = new Map<string, Map<string, number>>()
  const lead = (of: string, over: string, margin: number) => {
    const margins = leads.get(of) ?? new Map<string, number>()
    leads.set(of, margins.set(over, (margins.get(over) ?? 0) + margin))
  }
  for (const { first, second, winner } of votes) {
    const margin = winner === 'tie' ? 0 : winner === 'first' ? 1 : -1
    lead(first, second, margin)
    lead(second, first, -margin)
  }
  const unbeaten = [...leads].filter(([, margins]) =>
    [...margins.values()].every((margin) => margin >= 0),
  )
  const [leader] = unbeaten
  const isAhead =
    leader && unbeaten.length === 1 && [...leader[1].values()].some((margin) => margin > 0)
  return isAhead ? { type: 'preferred', experiment: leader[0] } : { type: 'tie' }
}
