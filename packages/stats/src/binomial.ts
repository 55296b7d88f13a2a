/**
 * P(X = k) for X ~ Binomial(`n`, ½), computed with logarithms so that thousands of cases do not
 * underflow.
 */
function logHalfProbability(k: number, n: number): number {
  let sum = -n * Math.LN2
  for (let index = 1; index <= Math.min(k, n - k); index += 1) {
    sum += Math.log((n - index + 1) / index)
  }
  return sum
}

/** P(X ≤ k) for X ~ Binomial(`n`, ½). */
function lowerTail(k: number, n: number): number {
  let term = Math.exp(logHalfProbability(k, n))
  let sum = 0
  for (let index = k; index >= 0 && term > 0; index -= 1) {
    sum += term
    term *= index / (n - index + 1)
  }
  return sum
}

/**
 * Two-sided binomial test of ½ (R: `binom.test(k, n)`). With `midP`, the observed outcome counts
 * half. Returns 1 if n is 0.
 */
export function halfTest(k: number, n: number, { midP = false } = {}): number {
  if (n === 0) return 1
  const smaller = Math.min(k, n - k)
  const twoTailed = 2 * lowerTail(smaller, n)
  return Math.min(1, midP ? twoTailed - Math.exp(logHalfProbability(smaller, n)) : twoTailed)
}

export type Signs = { above: number; below: number; tied: number }

/** Counts positive, negative and zero differences. */
export function countSigns(differences: Iterable<number>): Signs {
  const signs = { above: 0, below: 0, tied: 0 }
  for (const difference of differences) {
    signs[difference > 0 ? 'above' : difference < 0 ? 'below' : 'tied'] += 1
  }
  return signs
}

/** Two-sided exact sign test. Ties are excluded (Dixon and Mood 1946). */
export const signTest = ({ above, below }: Signs): number => halfTest(above, above + below)
