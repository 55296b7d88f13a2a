import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { isMoreBetter, type Measure, type Observation, type Outcome } from '@lathe/stats'
import { type MetricQuestion, NO_VOTES } from '@lathe/verdicts'
import type { Asked } from '../statistics/statistics.worker.ts'

/** A metric of experiments. `vote` counts the preferences of pairwise judges. */
export type Ruler = {
  id: string
  name: string
  measure: Measure | 'vote' | 'unscaled'
  key?: string
}

const SPENT: Ruler[] = [
  { id: 'latency', name: 'Latency', measure: 'latency' },
  { id: 'cost', name: 'Cost', measure: 'cost' },
  { id: 'tokens', name: 'Tokens', measure: 'tokens' },
]

export function rulersOf({
  answers,
  votes,
}: Pick<ExperimentResults, 'answers' | 'votes'>): Ruler[] {
  const values = new Map<string, number[]>()
  for (const { scores } of answers)
    for (const [key, score] of Object.entries(scores))
      values.set(key, [...(values.get(key) ?? []), score])
  const scored = [...values]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, all]): Ruler => ({ id: `score:${key}`, name: key, key, measure: measureOf(all) }))
  const voted = [...new Set(votes.map(({ key }) => key))]
    .toSorted()
    .map((key): Ruler => ({ id: `vote:${key}`, name: `${key} (pairwise)`, key, measure: 'vote' }))
  const isPass = ({ measure }: Ruler) => measure === 'pass'
  return [...scored.filter(isPass), ...scored.filter((one) => !isPass(one)), ...voted, ...SPENT]
}

function measureOf(values: readonly number[]): Ruler['measure'] {
  if (values.every((value) => value === 0 || value === 1)) return 'pass'
  return values.every((value) => value >= 0 && value <= 1) ? 'score' : 'unscaled'
}

/** The outcome of an answer by a metric. Undefined while it is unknown. An errored run fails by every score. */
export function outcomeOf(answer: ExperimentAnswer, { measure, key }: Ruler): Outcome | undefined {
  if (answer.status === 'error') return measure === 'pass' || measure === 'score' ? 0 : 'error'
  if (answer.status !== 'success') return undefined
  if (measure === 'latency') return answer.latencyMs ?? undefined
  if (measure === 'cost') return answer.cost === null ? undefined : answer.cost / 1e9
  if (measure === 'tokens') return answer.tokens
  return answer.scores[key ?? ''] ?? 'no-verdict'
}

/** The input of the statistics. Undefined if the experiments cannot be compared by this metric. */
export function askedOf(
  { experiments, answers, votes }: ExperimentResults,
  ruler: Ruler,
): Asked | undefined {
  const { measure, key, id, name } = ruler
  if (experiments.length < 2 || measure === 'unscaled') return undefined
  const questionBy = (own: Measure, observed: (experiment: string) => Observation[]) => {
    const [baseline, ...variants] = experiments.map((experiment) => ({
      name: experiment.name,
      observations: observed(experiment.id),
      // Experiments run at different times under different load.
      isApart: true,
    }))
    return baseline && { measure: own, baseline, variants }
  }
  const completes = questionBy('pass', (experiment) => completions(answers, experiment))
  if (!completes) return undefined
  const completion = { ...completes, counted: 'completes' as const }
  if (measure !== 'vote') {
    const question = questionBy(measure, (experiment) => observe(answers, experiment, ruler))
    if (!question) return undefined
    const evaluators = rulersOf({ answers, votes: [] }).flatMap((one): MetricQuestion[] => {
      if (one.measure !== 'pass' && one.measure !== 'score') return []
      const own = questionBy(one.measure, (experiment) => observe(answers, experiment, one))
      return own ? [{ id: one.id, name: one.name, question: own }] : []
    })
    return { input: { primary: { id, name, question }, completion, evaluators }, ballot: NO_VOTES }
  }
  const nameOf = new Map(experiments.map((experiment) => [experiment.id, experiment.name]))
  const none = { ...completion, variants: [] }
  return {
    input: { primary: { id, name, question: none }, completion: none, evaluators: [] },
    ballot: {
      names: experiments.map((experiment) => experiment.name),
      votes: votes
        .filter((vote) => vote.key === key)
        .map(({ example, first, second, winner }) => ({
          caseId: example,
          first: nameOf.get(first) ?? first,
          second: nameOf.get(second) ?? second,
          winner,
        })),
    },
  }
}

const completions = (answers: readonly ExperimentAnswer[], experiment: string): Observation[] =>
  answers.flatMap((answer) => {
    const hasEnded = answer.status === 'success' || answer.status === 'error'
    return answer.experiment === experiment && hasEnded
      ? [{ caseId: answer.example, outcome: answer.status === 'success' ? 1 : 0 }]
      : []
  })

const observe = (
  answers: readonly ExperimentAnswer[],
  experiment: string,
  ruler: Ruler,
): Observation[] =>
  answers.flatMap((answer) => {
    const outcome = answer.experiment === experiment ? outcomeOf(answer, ruler) : undefined
    return outcome === undefined ? [] : [{ caseId: answer.example, outcome }]
  })

/** The mean of the known outcomes of all repeats. */
export function levelOf(answers: readonly ExperimentAnswer[], ruler: Ruler): number | undefined {
  const known = answers.flatMap((answer) => {
    const outcome = outcomeOf(answer, ruler)
    return typeof outcome === 'number' ? [outcome] : []
  })
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0) / known.length
}

export type Moved = 'improved' | 'regressed'

export function movedOf(
  before: readonly ExperimentAnswer[],
  after: readonly ExperimentAnswer[],
  ruler: Ruler,
): Moved | undefined {
  const { measure } = ruler
  if (measure === 'vote' || measure === 'unscaled') return undefined
  const [from, to] = [levelOf(before, ruler), levelOf(after, ruler)]
  if (from === undefined || to === undefined || from === to) return undefined
  return to > from === isMoreBetter(measure) ? 'improved' : 'regressed'
}
