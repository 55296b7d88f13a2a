import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { isMoreBetter, type Measure, type Observation, type Outcome } from '@lathe/stats'
import { type MetricQuestion, NO_VOTES } from '@lathe/verdicts'
import type { StatisticsInput } from '../statistics/statistics.worker.ts'

/** A metric of experiments. `vote` counts the preferences of pairwise judges. */
export type ExperimentMetric = {
  id: string
  name: string
  measure: Measure | 'vote' | 'unscaled'
  key?: string
}

const COST_METRICS: ExperimentMetric[] = [
  { id: 'latency', name: 'Latency', measure: 'latency' },
  { id: 'cost', name: 'Cost', measure: 'cost' },
  { id: 'tokens', name: 'Tokens', measure: 'tokens' },
]

export function listMetrics({
  answers,
  votes,
}: Pick<ExperimentResults, 'answers' | 'votes'>): ExperimentMetric[] {
  const values = new Map<string, number[]>()
  for (const { scores } of answers)
    for (const [key, score] of Object.entries(scores))
      values.set(key, [...(values.get(key) ?? []), score])
  const scored = [...values]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, all]): ExperimentMetric => ({
      id: `score:${key}`,
      name: key,
      key,
      measure: detectMeasure(all),
    }))
  const voted = [...new Set(votes.map(({ key }) => key))]
    .toSorted()
    .map((key): ExperimentMetric => ({
      id: `vote:${key}`,
      name: `${key} (pairwise)`,
      key,
      measure: 'vote',
    }))
  const isPass = ({ measure }: ExperimentMetric) => measure === 'pass'
  return [
    ...scored.filter(isPass),
    ...scored.filter((metric) => !isPass(metric)),
    ...voted,
    ...COST_METRICS,
  ]
}

function detectMeasure(values: readonly number[]): ExperimentMetric['measure'] {
  if (values.every((value) => value === 0 || value === 1)) return 'pass'
  return values.every((value) => value >= 0 && value <= 1) ? 'score' : 'unscaled'
}

/** The outcome of an answer by a metric. Undefined while it is unknown. An errored run fails by every score. */
export function answerOutcome(
  answer: ExperimentAnswer,
  { measure, key }: ExperimentMetric,
): Outcome | undefined {
  if (answer.status === 'error') return measure === 'pass' || measure === 'score' ? 0 : 'error'
  if (answer.status !== 'success') return undefined
  if (measure === 'latency') return answer.latencyMs ?? undefined
  if (measure === 'cost') return answer.cost === null ? undefined : answer.cost / 1e9
  if (measure === 'tokens') return answer.tokens
  return answer.scores[key ?? ''] ?? 'no-verdict'
}

/** The input of the statistics. Undefined if the experiments cannot be compared by this metric. */
export function buildStatisticsRequest(
  { experiments, answers, votes }: ExperimentResults,
  ruler: ExperimentMetric,
): StatisticsInput | undefined {
  const { measure, key, id, name } = ruler
  if (experiments.length < 2 || measure === 'unscaled') return undefined
  const questionBy = (ownMeasure: Measure, observed: (experiment: string) => Observation[]) => {
    const [baseline, ...variants] = experiments.map((experiment) => ({
      name: experiment.name,
      observations: observed(experiment.id),
      // Experiments run at different times under different load.
      isApart: true,
    }))
    return baseline && { measure: ownMeasure, baseline, variants }
  }
  const completes = questionBy('pass', (experiment) => completions(answers, experiment))
  if (!completes) return undefined
  const completion = { ...completes, counted: 'completes' as const }
  if (measure !== 'vote') {
    const question = questionBy(measure, (experiment) => observe(answers, experiment, ruler))
    if (!question) return undefined
    const evaluators = listMetrics({ answers, votes: [] }).flatMap(
      (scoreMetric): MetricQuestion[] => {
        if (scoreMetric.measure !== 'pass' && scoreMetric.measure !== 'score') return []
        const metricQuestion = questionBy(scoreMetric.measure, (experiment) =>
          observe(answers, experiment, scoreMetric),
        )
        return metricQuestion
          ? [{ id: scoreMetric.id, name: scoreMetric.name, question: metricQuestion }]
          : []
      },
    )
    return { input: { primary: { id, name, question }, completion, evaluators }, ballot: NO_VOTES }
  }
  const nameById = new Map(experiments.map((experiment) => [experiment.id, experiment.name]))
  const emptyQuestion = { ...completion, variants: [] }
  return {
    input: {
      primary: { id, name, question: emptyQuestion },
      completion: emptyQuestion,
      evaluators: [],
    },
    ballot: {
      names: experiments.map((experiment) => experiment.name),
      votes: votes
        .filter((vote) => vote.key === key)
        .map(({ example, first, second, winner }) => ({
          caseId: example,
          first: nameById.get(first) ?? first,
          second: nameById.get(second) ?? second,
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
  ruler: ExperimentMetric,
): Observation[] =>
  answers.flatMap((answer) => {
    const outcome = answer.experiment === experiment ? answerOutcome(answer, ruler) : undefined
    return outcome === undefined ? [] : [{ caseId: answer.example, outcome }]
  })

/** The mean of the known outcomes of all repeats. */
export function meanOutcome(
  answers: readonly ExperimentAnswer[],
  ruler: ExperimentMetric,
): number | undefined {
  const outcomes = answers.flatMap((answer) => {
    const outcome = answerOutcome(answer, ruler)
    return typeof outcome === 'number' ? [outcome] : []
  })
  return outcomes.length === 0
    ? undefined
    : outcomes.reduce((sum, outcome) => sum + outcome, 0) / outcomes.length
}

export type AnswerChange = 'improved' | 'regressed'

export function compareAnswers(
  before: readonly ExperimentAnswer[],
  after: readonly ExperimentAnswer[],
  ruler: ExperimentMetric,
): AnswerChange | undefined {
  const { measure } = ruler
  if (measure === 'vote' || measure === 'unscaled') return undefined
  const [from, to] = [meanOutcome(before, ruler), meanOutcome(after, ruler)]
  if (from === undefined || to === undefined || from === to) return undefined
  return to > from === isMoreBetter(measure) ? 'improved' : 'regressed'
}
