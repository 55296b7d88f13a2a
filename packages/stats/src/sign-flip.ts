import type { Random } from './random.ts'

/** Up to here every assignment of signs is tried: 65,536 of them. */
const EXACT_UP_TO = 16

/** Equal sums must stay equal although floating point added them in another order. */
const SLACK = 1e-10

function exactShare(sizes: Float64Array, observed: number): number {
  const assignments = 2 ** sizes.length
  const flipped = new Uint8Array(sizes.length)
  let sum = sizes.reduce((total, size) => total + size, 0)
  let extreme = 0
  for (let step = 1; step <= assignments; step += 1) {
    if (Math.abs(sum) >= observed) extreme += 1
    // Gray code: consecutive assignments differ in one sign.
    const at = 31 - Math.clz32(step & -step)
    const size = sizes[at] ?? 0
    sum += flipped[at] === 1 ? 2 * size : -2 * size
    flipped[at] = 1 - (flipped[at] ?? 0)
  }
  return extreme / assignments
}

/** For each eight sizes, what each choice of eight signs adds up to: 256 sums a group. */
function signedSums(sizes: Float64Array): Float64Array[] {
  return Array.from({ length: Math.ceil(sizes.length / 8) }, (_, group) =>
    new Float64Array(256).map((_, choice) => {
      let sum = 0
      for (let at = 0; at < 8; at += 1) {
        const size = sizes[8 * group + at] ?? 0
        sum += (choice >> at) & 1 ? -size : size
      }
      return sum
    }),
  )
}

function sampledShare(sizes: Float64Array, observed: number, draws: number, random: Random) {
  const groups = signedSums(sizes)
  let extreme = 0
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0
    let bits = 0
    for (let group = 0; group < groups.length; group += 1) {
      if (group % 4 === 0) bits = random.bits()
      sum += groups[group]?.[bits & 255] ?? 0
      bits >>>= 8
    }
    if (Math.abs(sum) >= observed) extreme += 1
  }
  // The observed assignment is one of them: Phipson and Smyth 2010.
  return (extreme + 1) / (draws + 1)
}

/**
 * Two-sided p for "no difference in the mean" of paired differences: how often a sum as large comes up when each
 * sign is a coin toss (Fisher 1935, The Design of Experiments, §21). Exact to 16 differences that are not zero.
 */
export function signFlipTest(differences: Float64Array, draws: number, random: Random): number {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  if (sizes.length === 0) return 1
  const sum = differences.reduce((total, difference) => total + difference, 0)
  const scale = sizes.reduce((total, size) => total + size, 0)
  const observed = Math.abs(sum) - SLACK * scale
  return sizes.length <= EXACT_UP_TO
    ? exactShare(sizes, observed)
    : sampledShare(sizes, observed, draws, random)
}
