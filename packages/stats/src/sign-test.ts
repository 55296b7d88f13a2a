import { halfTest } from './binomial.ts'

export type Signs = { above: number; below: number; tied: number }

export function countSigns(differences: Iterable<number>): Signs {
  const signs = { above: 0, below: 0, tied: 0 }
  for (const difference of differences) {
    signs[difference > 0 ? 'above' : difference < 0 ? 'below' : 'tied'] += 1
  }
  return signs
}

/** Two-sided exact sign test; ties say nothing and are left out (Dixon and Mood 1946). */
export const signTest = ({ above, below }: Signs): number => halfTest(above, above + below)
