/** Up to here every sum of signed differences is looked at, by halves: twice 32,768 of them. */
const BY_HALVES_UP_TO = 30

/** Beyond, sums are counted in steps: those that all differences have in common, unless there are more than so many. */
const MOST_STEPS = 65_536

/** Steps the differences are rounded to where they have none in common. */
const ROUNDED_STEPS = 16_384

/** Sums farther from the middle, in standard deviations, come up less than once in 10¹³ times: Hoeffding 1963, theorem 2. */
const FARTHEST = 8

/** Equal sums must stay equal although floating point added them in another order. */
const SLACK = 1e-10

/** What every choice of signs adds up to, ascending. */
function signedSums(sizes: Float64Array): Float64Array {
  let sums = Float64Array.of(0)
  for (const size of sizes) {
    const longer = new Float64Array(2 * sums.length)
    let [low, high] = [0, 0]
    for (let at = 0; at < longer.length; at += 1) {
      const less = (sums[low] ?? Infinity) - size
      const more = (sums[high] ?? Infinity) + size
      longer[at] = Math.min(less, more)
      if (less <= more) low += 1
      else high += 1
    }
    sums = longer
  }
  return sums
}

/** Horowitz and Sahni 1974: for each sum of one half, the sums of the other that take it far enough are its last ones. */
function shareByHalves(sizes: Float64Array, observed: number): number {
  const half = sizes.length >> 1
  const others = signedSums(sizes.subarray(half))
  let enough = others.length
  let count = 0
  for (const sum of signedSums(sizes.subarray(0, half))) {
    while (enough > 0 && sum + (others[enough - 1] ?? 0) >= observed) enough -= 1
    count += others.length - enough
  }
  return count / 2 ** sizes.length
}

/** The largest step that all sizes are multiples of; null when there is none. */
function commonStep(sizes: Float64Array, scale: number): number | null {
  let step = 0
  for (const size of sizes) {
    let [larger, smaller] = [Math.max(step, size), Math.min(step, size)]
    while (smaller > SLACK * scale) [larger, smaller] = [smaller, larger % smaller]
    if (larger * MOST_STEPS < scale) return null
    step = larger
  }
  return step
}

/** Pagano and Tritchler 1983: how likely each sum is, in steps, taking in one difference after the other. */
function shareBySteps(sizes: Float64Array, observed: number, scale: number): number {
  const common = commonStep(sizes, scale)
  const step = common ?? scale / ROUNDED_STEPS
  const steps = sizes.map((size) => Math.round(size / step))
  const most = steps.reduce((total, size) => total + size, 0)
  // By what the positive ones add up to, which leaves what the negative ones do.
  const chances = new Float64Array(most + 1)
  chances[0] = 1
  let [reach, squares] = [0, 0]
  for (const size of steps) {
    reach += size
    squares += size ** 2
    const far = (FARTHEST * Math.sqrt(squares)) / 2
    const last = Math.min(reach, Math.ceil(reach / 2 + far))
    const first = Math.max(0, Math.floor(reach / 2 - far))
    for (let at = last; at >= Math.max(first, size); at -= 1) {
      chances[at] = ((chances[at] ?? 0) + (chances[at - size] ?? 0)) / 2
    }
    for (let at = Math.min(last, size - 1); at >= first; at -= 1)
      chances[at] = (chances[at] ?? 0) / 2
  }
  // Rounding widens or narrows the sums a little: the observed one stays as many standard deviations out.
  const least = (most + (observed * Math.hypot(...steps)) / Math.hypot(...sizes)) / 2
  const first = Math.round(least)
  // A sum of rounded differences stands for those half a step around it.
  const part = common === null ? first + 0.5 - least : 1
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
  const least = Math.abs(sum) - SLACK * scale
  if (least <= 0) return 1
  const share =
    sizes.length <= BY_HALVES_UP_TO
      ? shareByHalves(sizes, least)
      : shareBySteps(sizes, Math.abs(sum), scale)
  // The observed choice and its opposite are two of all.
  return Math.min(1, Math.max(2 * share, 2 ** (1 - sizes.length)))
}
