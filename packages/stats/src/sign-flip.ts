/** Up to here every sum of signed differences is looked at, by halves: twice 32,768 of them. */
const MAX_HALVED = 30

/** Beyond, sums are counted in steps: those that all differences have in common, unless there are more than so many. */
const MAX_STEPS = 65_536

/** Steps the differences are rounded to where they have none in common. */
const ROUNDED_STEPS = 16_384

/** Sums farther from the middle, in standard deviations, come up less than once in 10¹³ times: Hoeffding 1963, theorem 2. */
const MAX_DEVIATIONS = 8

/** Equal sums must stay equal although floating point added them in another order. */
const SLACK = 1e-10

/** What every choice of signs adds up to, ascending. */
function signedSums(sizes: Float64Array): Float64Array {
  let sums = Float64Array.of(0)
  for (const size of sizes) {
    const longer = new Float64Array(2 * sums.length)
    let [low, high] = [0, 0]
    for (let index = 0; index < longer.length; index += 1) {
      const lowered = (sums[low] ?? Infinity) - size
      const raised = (sums[high] ?? Infinity) + size
      longer[index] = Math.min(lowered, raised)
      if (lowered <= raised) low += 1
      else high += 1
    }
    sums = longer
  }
  return sums
}

/** Horowitz and Sahni 1974: for each sum of one half, the sums of the other that take it far enough are its last ones. */
function shareByHalves(sizes: Float64Array, observed: number): number {
  const half = sizes.length >> 1
  const otherSums = signedSums(sizes.subarray(half))
  let firstReaching = otherSums.length
  let count = 0
  for (const sum of signedSums(sizes.subarray(0, half))) {
    while (firstReaching > 0 && sum + (otherSums[firstReaching - 1] ?? 0) >= observed)
      firstReaching -= 1
    count += otherSums.length - firstReaching
  }
  return count / 2 ** sizes.length
}

/** The largest step that all sizes are multiples of; null when there is none. */
function commonStep(sizes: Float64Array, scale: number): number | null {
  let step = 0
  for (const size of sizes) {
    let [larger, smaller] = [Math.max(step, size), Math.min(step, size)]
    while (smaller > SLACK * scale) [larger, smaller] = [smaller, larger % smaller]
    if (larger * MAX_STEPS < scale) return null
    step = larger
  }
  return step
}

/** Pagano and Tritchler 1983: how likely each sum is, in steps, taking in one difference after the other. */
function shareBySteps(sizes: Float64Array, observed: number, scale: number): number {
  const common = commonStep(sizes, scale)
  const step = common ?? scale / ROUNDED_STEPS
  const steps = sizes.map((size) => Math.round(size / step))
  const maxSum = steps.reduce((total, size) => total + size, 0)
  // By what the positive ones add up to, which leaves what the negative ones do.
  const chances = new Float64Array(maxSum + 1)
  chances[0] = 1
  let [reach, squares] = [0, 0]
  for (const size of steps) {
    reach += size
    squares += size ** 2
    const reachLimit = (MAX_DEVIATIONS * Math.sqrt(squares)) / 2
    const last = Math.min(reach, Math.ceil(reach / 2 + reachLimit))
    const first = Math.max(0, Math.floor(reach / 2 - reachLimit))
    for (let index = last; index >= Math.max(first, size); index -= 1) {
      chances[index] = ((chances[index] ?? 0) + (chances[index - size] ?? 0)) / 2
    }
    for (let index = Math.min(last, size - 1); index >= first; index -= 1)
      chances[index] = (chances[index] ?? 0) / 2
  }
  // Rounding widens or narrows the sums a little: the observed one stays as many standard deviations out.
  const threshold = (maxSum + (observed * Math.hypot(...steps)) / Math.hypot(...sizes)) / 2
  const first = Math.round(threshold)
  // A sum of rounded differences stands for those half a step around it.
  const part = common === null ? first + 0.5 - threshold : 1
  return (
    chances.subarray(first).reduce((total, chance) => total + chance, 0) -
    (1 - part) * (chances[first] ?? 0)
  )
}

/**
 * Two-sided p for "no difference in the mean" of paired differences: how often a sum as large comes up when each
 * sign is a coin toss (Fisher 1935, The Design of Experiments, §21). All choices of signs count. It is exact for up to
 * 30 differences that are not zero, and for any number that are multiples of one step; else right to about three digits.
 */
export function signFlipTest(differences: Float64Array): number {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  const scale = sizes.reduce((total, size) => total + size, 0)
  const sum = differences.reduce((total, difference) => total + difference, 0)
  const threshold = Math.abs(sum) - SLACK * scale
  if (threshold <= 0) return 1
  const share =
    sizes.length <= MAX_HALVED
      ? shareByHalves(sizes, threshold)
      : shareBySteps(sizes, Math.abs(sum), scale)
  // The observed choice and its opposite are two of all.
  return Math.min(1, Math.max(2 * share, 2 ** (1 - sizes.length)))
}
