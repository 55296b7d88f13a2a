/**
 * Up to this many differences, all sums of signed differences are enumerated in halves: two lists
 * of up to 32,768 sums.
 */
const MAX_HALVED = 30

/**
 * With more differences, sums are counted in steps of a common divisor, unless that takes more
 * steps than this.
 */
const MAX_STEPS = 65_536

/** Number of steps that differences without a common divisor are rounded to. */
const ROUNDED_STEPS = 16_384

/**
 * Sums farther from the mean, in standard deviations, occur less than once in 10¹³ (Hoeffding 1963,
 * theorem 2).
 */
const MAX_DEVIATIONS = 8

/** Equal sums must stay equal although floating-point additions occur in another order. */
const TOLERANCE = 1e-10

/** Returns the sums of all sign combinations, ascending. */
function signedSums(sizes: Float64Array): Float64Array {
  let sums = Float64Array.of(0)
  for (const size of sizes) {
    const longer = new Float64Array(2 * sums.length)
    let [low, high] = [0, 0]
    for (let index = 0; index < longer.length; index += 1) {
      const lowered = (sums[low] ?? Infinity) - size
      const increased = (sums[high] ?? Infinity) + size
      longer[index] = Math.min(lowered, increased)
      if (lowered <= increased) low += 1
      else high += 1
    }
    sums = longer
  }
  return sums
}

/**
 * Enumerates halves (Horowitz and Sahni 1974): for each sum of one half, the sums of the other that
 * reach the threshold are a suffix.
 */
function shareByHalves(sizes: Float64Array, observed: number): number {
  const middle = sizes.length >> 1
  const otherSums = signedSums(sizes.subarray(middle))
  let firstReaching = otherSums.length
  let count = 0
  for (const sum of signedSums(sizes.subarray(0, middle))) {
    while (firstReaching > 0 && sum + (otherSums[firstReaching - 1] ?? 0) >= observed)
      firstReaching -= 1
    count += otherSums.length - firstReaching
  }
  return count / 2 ** sizes.length
}

/** Returns the largest step that divides all sizes. Null if there is none. */
function commonStep(sizes: Float64Array, scale: number): number | null {
  let step = 0
  for (const size of sizes) {
    let [larger, smaller] = [Math.max(step, size), Math.min(step, size)]
    while (smaller > TOLERANCE * scale) [larger, smaller] = [smaller, larger % smaller]
    if (larger * MAX_STEPS < scale) return null
    step = larger
  }
  return step
}

/**
 * Counts the probability of each sum in steps, adding one difference at a time (Pagano and
 * Tritchler 1983).
 */
function shareBySteps(sizes: Float64Array, observed: number, scale: number): number {
  const common = commonStep(sizes, scale)
  const step = common ?? scale / ROUNDED_STEPS
  const steps = sizes.map((size) => Math.round(size / step))
  const maxSum = steps.reduce((total, size) => total + size, 0)
  // Indexed by the sum of the positive differences, which determines the sum of the negative ones.
  const probabilities = new Float64Array(maxSum + 1)
  probabilities[0] = 1
  let [reachableSum, squares] = [0, 0]
  for (const size of steps) {
    reachableSum += size
    squares += size ** 2
    const reachLimit = (MAX_DEVIATIONS * Math.sqrt(squares)) / 2
    const last = Math.min(reachableSum, Math.ceil(reachableSum / 2 + reachLimit))
    const first = Math.max(0, Math.floor(reachableSum / 2 - reachLimit))
    for (let index = last; index >= Math.max(first, size); index -= 1) {
      probabilities[index] = ((probabilities[index] ?? 0) + (probabilities[index - size] ?? 0)) / 2
    }
    for (let index = Math.min(last, size - 1); index >= first; index -= 1)
      probabilities[index] = (probabilities[index] ?? 0) / 2
  }
  // Rounding changes the spread of the sums, so keep the observed one at the same number of
  // standard deviations.
  const threshold = (maxSum + (observed * Math.hypot(...steps)) / Math.hypot(...sizes)) / 2
  const first = Math.round(threshold)
  // A sum of rounded differences represents half a step to either side.
  const part = common === null ? first + 0.5 - threshold : 1
  return (
    probabilities.subarray(first).reduce((total, probability) => total + probability, 0) -
    (1 - part) * (probabilities[first] ?? 0)
  )
}

/**
 * Two-sided p for "no difference in the mean" of paired differences: the share of sign combinations
 * with a sum at least as large (Fisher 1935, The Design of Experiments, §21). Exact for up to 30
 * non-zero differences and for any number of multiples of one step, otherwise correct to about
 * three digits.
 */
export function signFlipTest(differences: Float64Array): number {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  const scale = sizes.reduce((total, size) => total + size, 0)
  const sum = differences.reduce((total, difference) => total + difference, 0)
  const threshold = Math.abs(sum) - TOLERANCE * scale
  if (threshold <= 0) return 1
  const share =
    sizes.length <= MAX_HALVED
      ? shareByHalves(sizes, threshold)
      : shareBySteps(sizes, Math.abs(sum), scale)
  // The observed combination and its opposite always count.
  return Math.min(1, Math.max(2 * share, 2 ** (1 - sizes.length)))
}
