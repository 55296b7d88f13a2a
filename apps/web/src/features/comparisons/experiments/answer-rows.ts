import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { type Choice, findPreferredExperiment } from '@lathe/verdicts'
import { movedOf, type Moved, type Ruler } from './outcomes.ts'

export type Show = 'all' | 'different' | 'errors' | 'improved' | 'regressed'

/** A pairwise judge's choice for one side. Undefined for the side it did not choose. */
export type Chosen = 'preferred' | 'tie' | 'none'

export type AnswerRow = {
  example: ExperimentResults['examples'][number]
  /** The answers of each experiment, in the experiments' order. */
  sides: {
    answers: ExperimentAnswer[]
    moved: Moved | undefined
    chosen: Chosen | undefined
  }[]
  /** The pairwise judge's choice. Undefined for other metrics. */
  choice: Choice | undefined
}

/** One row per example that passes the filter. */
export function answerRows(
  { examples, experiments, answers, votes }: ExperimentResults,
  { show, ruler, chosen }: { show: Show; ruler: Ruler; chosen?: string | undefined },
): AnswerRow[] {
  const byPlace = Map.groupBy(answers, (one) => `${one.example} ${one.experiment}`)
  const own = votes.filter(({ key }) => ruler.measure === 'vote' && key === ruler.key)
  const byExample = Map.groupBy(own, ({ example }) => example)
  const rows = examples.map((example) => {
    const sides = experiments.map(({ id }) => byPlace.get(`${example.id} ${id}`) ?? [])
    const [baseline = []] = sides
    const choice =
      ruler.measure === 'vote'
        ? findPreferredExperiment(byExample.get(example.id) ?? [])
        : undefined
    return {
      example,
      choice,
      sides: sides.map((side, at) => ({
        answers: side,
        moved: at === 0 ? undefined : movedOf(baseline, side, ruler),
        chosen: choice && chosenOf(choice, experiments[at]?.id),
      })),
    }
  })
  return rows.filter(({ sides, choice }) => {
    if (choice && chosen !== undefined && chosen !== keyOf(choice)) return false
    if (show === 'all') return true
    if (show === 'errors')
      return sides.some((side) => side.answers.some(({ status }) => status === 'error'))
    if (show === 'different')
      return new Set(sides.flatMap((side) => side.answers.map(({ output }) => output))).size > 1
    return sides.some(({ moved }) => moved === show)
  })
}

/** The choice as a search param: an experiment id, `tie` or `none`. */
export const keyOf = (choice: Choice): string =>
  choice.type === 'preferred' ? choice.experiment : choice.type

function chosenOf(choice: Choice, experiment: string | undefined): Chosen | undefined {
  if (choice.type !== 'preferred') return choice.type
  return choice.experiment === experiment ? 'preferred' : undefined
}

/** `exact 0.67 · tone polite`: mean scores and categories of several answers to one example. */
export function scoresText(answers: readonly ExperimentAnswer[]): string {
  const given = Map.groupBy(
    answers.flatMap(({ scores }) => Object.entries(scores)),
    ([key]) => key,
  )
  const means = [...given].map(([key, scores]) => {
    const mean = scores.reduce((sum, [, score]) => sum + score, 0) / scores.length
    return `${key} ${Number.isInteger(mean) ? mean : mean.toFixed(2)}`
  })
  const named = Map.groupBy(
    answers.flatMap(({ categories }) => Object.entries(categories)),
    ([key]) => key,
  )
  const categories = [...named].map(
    ([key, values]) => `${key} ${[...new Set(values.map(([, value]) => value))].join(', ')}`,
  )
  return [...means, ...categories].join(' · ')
}
