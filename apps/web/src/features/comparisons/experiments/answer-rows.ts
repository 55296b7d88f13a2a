import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { type Choice, findPreferredExperiment } from '@lathe/verdicts'
import { compareAnswers, type AnswerChange, type ExperimentMetric } from './experiment-metrics.ts'

export type Show = 'all' | 'different' | 'errors' | 'improved' | 'regressed'

/** A pairwise judge's choice for one side. Undefined for the side it did not choose. */
export type SideChoice = 'preferred' | 'tie' | 'none'

export type AnswerRow = {
  example: ExperimentResults['examples'][number]
  /** The answers of each experiment, in the experiments' order. */
  sides: {
    answers: ExperimentAnswer[]
    change: AnswerChange | undefined
    choice: SideChoice | undefined
  }[]
  /** The pairwise judge's choice. Undefined for other metrics. */
  choice: Choice | undefined
}

/** One row per example that passes the filter. */
export function answerRows(
  { examples, experiments, answers, votes }: ExperimentResults,
  {
    show,
    metric,
    choiceFilter,
  }: { show: Show; metric: ExperimentMetric; choiceFilter?: string | undefined },
): AnswerRow[] {
  const byPlace = Map.groupBy(answers, (answer) => `${answer.example} ${answer.experiment}`)
  const metricVotes = votes.filter(({ key }) => metric.measure === 'vote' && key === metric.key)
  const byExample = Map.groupBy(metricVotes, ({ example }) => example)
  const rows = examples.map((example) => {
    const sides = experiments.map(({ id }) => byPlace.get(`${example.id} ${id}`) ?? [])
    const [baseline = []] = sides
    const choice =
      metric.measure === 'vote'
        ? findPreferredExperiment(byExample.get(example.id) ?? [])
        : undefined
    return {
      example,
      choice,
      sides: sides.map((side, index) => ({
        answers: side,
        change: index === 0 ? undefined : compareAnswers(baseline, side, metric),
        choice: choice && sideChoice(choice, experiments[index]?.id),
      })),
    }
  })
  return rows.filter(({ sides, choice }) => {
    if (choice && choiceFilter !== undefined && choiceFilter !== choiceKey(choice)) return false
    if (show === 'all') return true
    if (show === 'errors')
      return sides.some((side) => side.answers.some(({ status }) => status === 'error'))
    if (show === 'different')
      return new Set(sides.flatMap((side) => side.answers.map(({ output }) => output))).size > 1
    return sides.some(({ change }) => change === show)
  })
}

/** The choice as a search param: an experiment id, `tie` or `none`. */
export const choiceKey = (choice: Choice): string =>
  choice.type === 'preferred' ? choice.experiment : choice.type

function sideChoice(choice: Choice, experiment: string | undefined): SideChoice | undefined {
  if (choice.type !== 'preferred') return choice.type
  return choice.experiment === experiment ? 'preferred' : undefined
}

/** `exact 0.67 · tone polite`: mean scores and categories of several answers to one example. */
export function scoresText(answers: readonly ExperimentAnswer[]): string {
  const scoresByKey = Map.groupBy(
    answers.flatMap(({ scores }) => Object.entries(scores)),
    ([key]) => key,
  )
  const means = [...scoresByKey].map(([key, scores]) => {
    const mean = scores.reduce((sum, [, score]) => sum + score, 0) / scores.length
    return `${key} ${Number.isInteger(mean) ? mean : mean.toFixed(2)}`
  })
  const categoriesByKey = Map.groupBy(
    answers.flatMap(({ categories }) => Object.entries(categories)),
    ([key]) => key,
  )
  const categories = [...categoriesByKey].map(
    ([key, values]) => `${key} ${[...new Set(values.map(([, value]) => value))].join(', ')}`,
  )
  return [...means, ...categories].join(' · ')
}
