import { compareVariants, type Question, type Subject } from '../compare.ts'
import type { Observation, Outcome } from '../sample.ts'

/** Creates `repeats` outcomes for each of `cases` cases. */
export function observe(
  outcome: (at: number, repeat: number) => Outcome,
  cases = 40,
  repeats = 1,
): Observation[] {
  return Array.from({ length: cases * repeats }, (_, index) => ({
    caseId: `case ${index % cases}`,
    outcome: outcome(index % cases, Math.floor(index / cases)),
  }))
}

export const subject = (name: string, observations: Observation[]): Subject => ({
  name,
  observations,
})

/** Passes the cases from `from` up to, but excluding, `to`. */
export const passing = (name: string, from: number, to: number, cases = 40): Subject =>
  subject(
    name,
    observe((at) => (at >= from && at < to ? 1 : 0), cases),
  )

export function compareTwo(
  question: Omit<Question, 'variants'> & { variant: Question['baseline'] },
) {
  const [comparison] = compareVariants({ ...question, variants: [question.variant] })
  if (!comparison) throw new Error('there is one comparison for one variant')
  return comparison
}

export const passes = (baseline: Question['baseline'], variant: Question['baseline']) =>
  compareTwo({ measure: 'pass', baseline, variant })
