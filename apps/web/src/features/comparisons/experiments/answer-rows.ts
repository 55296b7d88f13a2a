import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { movedOf, type Moved, type Ruler } from './outcomes.ts'

export type Show = 'all' | 'different' | 'errors' | 'improved' | 'regressed'

export type AnswerRow = {
  example: ExperimentResults['examples'][number]
  /** Of each experiment its answers, in the experiments' order. */
  sides: { answers: ExperimentAnswer[]; moved: Moved | undefined }[]
}

/** A row for each example, as far as it is among those that are shown. */
export function answerRows(
  { examples, experiments, answers }: ExperimentResults,
  { show, ruler }: { show: Show; ruler: Ruler },
): AnswerRow[] {
  const byPlace = Map.groupBy(answers, (one) => `${one.example} ${one.experiment}`)
  const rows = examples.map((example) => {
    const sides = experiments.map(({ id }) => byPlace.get(`${example.id} ${id}`) ?? [])
    const [baseline = []] = sides
    return {
      example,
      sides: sides.map((own, at) => ({
        answers: own,
        moved: at === 0 ? undefined : movedOf(baseline, own, ruler),
      })),
    }
  })
  return rows.filter(({ sides }) => {
    if (show === 'all') return true
    if (show === 'errors')
      return sides.some((side) => side.answers.some(({ status }) => status === 'error'))
    if (show === 'different')
      return new Set(sides.flatMap((side) => side.answers.map(({ output }) => output))).size > 1
    return sides.some(({ moved }) => moved === show)
  })
}

/** `exact 0.67 · length 1`: of several answers to one example the mean, as it is judged by. */
export function scoresText(answers: readonly ExperimentAnswer[]): string {
  const given = Map.groupBy(
    answers.flatMap(({ scores }) => Object.entries(scores)),
    ([key]) => key,
  )
  return [...given]
    .map(([key, scores]) => {
      const mean = scores.reduce((sum, [, score]) => sum + score, 0) / scores.length
      return `${key} ${Number.isInteger(mean) ? mean : mean.toFixed(2)}`
    })
    .join(' · ')
}
