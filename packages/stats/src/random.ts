import { normalQuantile } from './normal.ts'

export type Random = {
  /** A whole number in [0, 2³²). */
  bits(): number
  /** A whole number in [0, `limit`), at most 2³²; its bias is below limit / 2³². */
  below(limit: number): number
  /**
   * Fills `target` with whole numbers in [0, `limit`). Equals as many calls of `below`, in a
   * fraction of the time.
   */
  fillBelow(target: Uint32Array, limit: number): void
  /** In [0, 1), in steps of 2⁻³². */
  uniform(): number
}

const rotate = (x: number, bits: number) => (x << bits) | (x >>> (32 - bits))

/**
 * xoshiro128** 1.1 (Blackman and Vigna 2018) from its 128 bits of state. Gives the same numbers on
 * every machine.
 */
export function xoshiro128([s0 = 0, s1 = 0, s2 = 0, s3 = 0]: readonly number[]): Random {
  const bits = () => {
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotate(s3, 11)
    return result
  }
  const fillBelow = (target: Uint32Array, limit: number) => {
    let [a, b, c, d] = [s0, s1, s2, s3]
    for (let index = 0; index < target.length; index += 1) {
      const output = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
      target[index] = (output * limit) / 4294967296
      const shifted = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= shifted
      d = rotate(d, 11)
    }
    s0 = a
    s1 = b
    s2 = c
    s3 = d
  }
  return {
    bits,
    fillBelow,
    below: (limit) => Math.floor((bits() * limit) / 4294967296),
    uniform: () => bits() / 4294967296,
  }
}

/**
 * Returns a generator for any numeric seed. SplitMix32 fills its state, so that similar seeds give
 * unrelated sequences.
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const split = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
  return xoshiro128([split(), split(), split(), split()])
}

/** Strictly between 0 and 1. */
const openUniform = (random: Random) => (random.bits() + 0.5) / 4294967296

/**
 * Requires a shape of at least 1 (Marsaglia and Tsang 2000, ACM Transactions on Mathematical
 * Software 26:363–372).
 */
function drawGamma(shape: number, random: Random): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalQuantile(openUniform(random))
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(openUniform(random)) < (x * x) / 2 + d * (1 - v + Math.log(v)))
      return d * v
  }
}

/** Draws from Beta(`alpha`, `beta`). Both must be at least 1. */
export function drawBeta(alpha: number, beta: number, random: Random): number {
  const gamma = drawGamma(alpha, random)
  return gamma / (gamma + drawGamma(beta, random))
}
