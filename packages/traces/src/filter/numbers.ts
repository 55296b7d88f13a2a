import type { Comparison } from './keys.ts'

const SCALES = {
  count: countScale,
  duration: durationScale,
  money: moneyScale,
  score: (suffix: string) => (suffix === '' ? 1 : undefined),
}

export type Unit = keyof typeof SCALES

export type Bound = { comparison: Comparison | '='; value: number }

/** `>2s`, `<=10k`, `$0.05` as a whole number of what is stored: microseconds, tokens, nano-dollars. */
export function readBound(text: string, unit: Unit): Bound | undefined {
  const [, comparison = '=', digits = '', suffix = ''] =
    /^(>=|<=|>|<|=)?\$?(-?\d+(?:\.\d+)?)([a-zµ$]*)$/i.exec(text) ?? []
  const scale = SCALES[unit](suffix)
  if (digits === '' || scale === undefined) return undefined
  const value = unit === 'score' ? Number(digits) : Math.round(Number(digits) * scale)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined
  return { comparison: comparison as Bound['comparison'], value }
}

export const unitHint: Record<Unit, string> = {
  count: 'a number such as >10k',
  duration: 'a time such as >2s or <=500ms',
  money: 'an amount in dollars such as >0.05',
  score: 'a score such as >=0.5',
}

function countScale(suffix: string) {
  return { '': 1, k: 1_000, m: 1_000_000 }[suffix.toLowerCase()]
}

function durationScale(suffix: string) {
  const scales = { '': 1e6, us: 1, µs: 1, ms: 1_000, s: 1e6, m: 6e7, min: 6e7, h: 3.6e9 }
  return new Map(Object.entries(scales)).get(suffix.toLowerCase())
}

function moneyScale(suffix: string) {
  return suffix === '' || suffix === '$' ? 1e9 : undefined
}
