import type { VerdictRuling } from '@lathe/contract'
import {
  compareFamily,
  compareVariants,
  type Comparison,
  exclusionSentence,
  passRate,
  type PassRate,
  preferences,
  type Preferences,
  type Question,
} from '@lathe/stats'
import { type Ballot, NO_VOTES } from './votes.ts'

export type MetricQuestion = { id: string; name: string; question: Question }

/** Everything a verdict is computed from: plain data, so it can be posted to a worker. */
export type VerdictInput = {
  primary: MetricQuestion
  /** Whether runs complete: outcome 1 or 0 for each ended run. */
  completion: Question
  /** Every evaluator in the plan's order. The primary metric may be one of them. */
  evaluators: readonly MetricQuestion[]
}

/** The ruling by one evaluator is `mixed` if the variant is better by it and completes less often. */
export type EvaluatorDecision = {
  id: string
  name: string
  comparison: Omit<Comparison, 'ruling'> & { ruling: VerdictRuling }
}

/** The verdict on one variant: the comparison by the primary metric, with the overall ruling and headline. */
export type Decision = Omit<Comparison, 'ruling'> & {
  ruling: VerdictRuling
  completion: Comparison
  evaluators: EvaluatorDecision[]
  /** Why the variant is a regression. Null if it is none. */
  regression: string | null
}

/**
 * The one verdict that the web app, the API, the CLI and the CI gate report for each variant against the baseline.
 *
 * - A variant that completes significantly less often is worse, whatever the completed runs score. No evaluator calls
 *   it better either.
 * - A variant that is better by the primary metric and worse by another evaluator is `mixed`.
 * - A regression completes less often, or is worse by the primary metric or any evaluator. A variant without a judged
 *   run is a regression too if the baseline has one.
 *
 * The primary metric and completion are each tested at their own level. The other evaluators are one Holm family.
 */
export function decideVariants({ primary, completion, evaluators }: VerdictInput): Decision[] {
  const otherEvaluators = evaluators.filter(({ id }) => id !== primary.id)
  const byPrimary = compareVariants(primary.question)
  const byCompletion = compareVariants(completion)
  const byOthers = compareFamily(otherEvaluators.map(({ question }) => question))
  return byPrimary.flatMap((comparison, index) => {
    const completes = byCompletion[index]
    if (!completes) return []
    const decideEvaluator = ({ id, name }: MetricQuestion): EvaluatorDecision[] => {
      const ownComparison =
        id === primary.id
          ? comparison
          : byOthers[otherEvaluators.findIndex((decision) => decision.id === id)]?.[index]
      return ownComparison ? [{ id, name, comparison: qualified(ownComparison, completes) }] : []
    }
    const decisions = evaluators.flatMap(decideEvaluator)
    const rest = decisions.filter(({ id }) => id !== primary.id)
    const sides = { comparison, completes, rest, name: primary.name }
    return {
      ...comparison,
      ruling: overallRuling(sides),
      sentence: headline(sides),
      completion: completes,
      evaluators: decisions,
      regression: whyRegression(sides, isUnjudged(primary.question, index)),
    }
  })
}

/** The verdict by one evaluator, which does not call a variant better that completes less often. */
function qualified(comparison: Comparison, completes: Comparison): EvaluatorDecision['comparison'] {
  const { ruling, summary } = comparison
  if (ruling !== 'better' || completes.ruling !== 'worse') return comparison
  const sentence = `Better scores, but fewer completed runs: ${summary}. ${completes.sentence}`
  return { ...comparison, ruling: 'mixed', sentence }
}

type Sides = {
  comparison: Comparison
  completes: Comparison
  rest: readonly EvaluatorDecision[]
  /** The primary metric's name. */
  name: string
}

function overallRuling({ comparison, completes, rest }: Sides): VerdictRuling {
  if (completes.ruling === 'worse') return 'worse'
  const isWorseElsewhere = rest.some((decision) => decision.comparison.ruling === 'worse')
  return comparison.ruling === 'better' && isWorseElsewhere ? 'mixed' : comparison.ruling
}

function headline({ comparison, completes, rest, name }: Sides): string {
  const notes = rest.flatMap(differenceNote)
  if (completes.ruling !== 'worse') return [comparison.sentence, ...notes].join(' ')
  if (comparison.ruling === 'worse')
    return [comparison.sentence, `It ${completionNote(completes)}.`, ...notes].join(' ')
  const scores = comparison.summary === null ? [] : [`By ${name}: ${comparison.summary}.`]
  return [completes.sentence, ...scores, ...notes, exclusionSentence(comparison.leftOut) ?? []]
    .flat()
    .join(' ')
}

const completionNote = ({ summary }: Comparison): string =>
  `also ends in an error more often: it ${summary ?? 'completes no run'}`

/** Names an evaluator, other than the primary metric, by which the variant differs from the baseline. */
function differenceNote({ name, comparison }: EvaluatorDecision): string[] {
  const { ruling, summary } = comparison
  if (ruling === 'mixed') return [`By ${name}: ${summary}.`]
  if (ruling !== 'better' && ruling !== 'worse') return []
  return [`${ruling === 'better' ? 'Better' : 'Worse'} by ${name}: ${summary ?? ruling}.`]
}

function whyRegression({ comparison, completes, rest }: Sides, isUnjudged: boolean) {
  if (completes.ruling === 'worse') return completes.sentence
  if (comparison.ruling === 'worse') return comparison.sentence
  const worse = rest.find((decision) => decision.comparison.ruling === 'worse')
  if (worse) return `By ${worse.name}: ${worse.comparison.sentence}`
  return isUnjudged
    ? `No run of ${comparison.variant} could be judged, and runs of ${comparison.baseline} could.`
    : null
}

/** The variant's runs ended without a single outcome, while the baseline has outcomes. */
function isUnjudged({ baseline, variants }: Question, index: number): boolean {
  const isJudged = (observations: Question['baseline']['observations']) =>
    // A latency measured under another load is an outcome that cannot be compared, not a missing one.
    observations.some(({ outcome }) => typeof outcome === 'number' || outcome === 'timed-apart')
  const ownComparison = variants[index]?.observations ?? []
  return ownComparison.length > 0 && !isJudged(ownComparison) && isJudged(baseline.observations)
}

export type Statistics = {
  /** One per variant except the baseline, in order. */
  comparisons: Decision[]
  /** One per variant, the baseline first. Empty unless the primary metric is a pass rate. */
  rates: PassRate[]
  /** Undefined without votes. */
  preferences: Preferences | undefined
}

/** The verdicts, pass rates and vote results that a comparison page shows. */
export function compute(input: VerdictInput, { votes, names }: Ballot = NO_VOTES): Statistics {
  const { measure, baseline, variants } = input.primary.question
  return {
    comparisons: decideVariants(input),
    preferences: preferences(votes, names),
    rates: measure === 'pass' ? [baseline, ...variants].map((subject) => passRate(subject)) : [],
  }
}
