import { compareVariants, type Question } from '../compare.ts'

export function compareTwo(
  question: Omit<Question, 'variants'> & { variant: Question['baseline'] },
) {
  const [comparison] = compareVariants({ ...question, variants: [question.variant] })
  if (!comparison) throw new Error('there is one comparison for one variant')
  return comparison
}

export const passes = (baseline: Question['baseline'], variant: Question['baseline']) =>
  compareTwo({ measure: 'pass', baseline, variant })
