import type { Interval, Measure } from './measure.ts'

const decimals: Record<Measure, number> = { pass: 0, score: 2, latency: 0, tokens: 0, cost: 2 }
const MOST_EXTRA = 5

const inUnit = (measure: Measure, value: number) => (measure === 'pass' ? value * 100 : value)
const units: Record<Measure, string> = {
  pass: ' points',
  score: '',
  latency: ' ms',
  tokens: ' tokens',
  cost: '',
}
const currency = (measure: Measure) => (measure === 'cost' ? '$' : '')

/** Enough decimals that no value other than zero reads as zero, and two digits of an amount of money. */
function decimalsFor(measure: Measure, values: readonly number[]): number {
  const base = decimals[measure]
  const sizes = values.map((value) => Math.abs(inUnit(measure, value))).filter((size) => size > 0)
  if (sizes.length === 0) return base
  const visible = Math.ceil(-Math.log10(2 * Math.min(...sizes)))
  const telling = measure === 'cost' ? Math.ceil(1 - Math.log10(Math.max(...sizes))) : base
  return Math.min(Math.max(base, visible, telling), base + MOST_EXTRA)
}

/** Of its digits: of the number itself, most halves would not be rounded up. */
const grouped = (value: number, places: number) =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(`${value}`)

/** `1,234`. */
export const count = (value: number): string => grouped(value, 0)

/** A formatter for values shown together: `+18`, `−0.04`, `+$0.002`; without the unit's word. */
export function signed(measure: Measure, together: readonly number[]): (value: number) => string {
  const places = decimalsFor(measure, together)
  return (value) => {
    const shown = Math.abs(inUnit(measure, value))
    const size = grouped(shown, places)
    const sign = Number(shown.toFixed(places)) === 0 ? '' : value < 0 ? '−' : '+'
    return `${sign}${currency(measure)}${size}`
  }
}

const ofOne: Partial<Record<Measure, string>> = { pass: ' point', tokens: ' token' }

export const unitOf = (measure: Measure): string => units[measure]

/** A number as it is shown, and the unit's word behind it: `+1 token`, `−3 tokens`. */
export const withUnit = (measure: Measure, shown: string): string =>
  `${shown}${(/^[+−]?1$/.test(shown) && ofOne[measure]) || units[measure]}`

/** A pair of levels, such as 0.82 and 0.74; the unit's word only behind the first. */
export function levels(measure: Measure, one: number, other: number): [string, string] {
  if (measure === 'pass') {
    const places = Math.round(one * 100) === Math.round(other * 100) && one !== other ? 1 : 0
    return [`${(one * 100).toFixed(places)} %`, `${(other * 100).toFixed(places)} %`]
  }
  const places = decimalsFor(measure, [one, other, one - other])
  const show = (value: number) => `${currency(measure)}${grouped(value, places)}`
  return [withUnit(measure, show(one)), show(other)]
}

/** `p = 0.02`, `p < 0.001`; a third decimal where two would hide on which side of 0.05 it lies. */
export function showP(p: number): string {
  if (p < 0.001) return 'p < 0.001'
  const two = p.toFixed(2)
  const isSafe = p >= 0.01 && (p < 0.05 ? Number(two) < 0.05 : two !== '0.05')
  return `p = ${isSafe ? two : p.toFixed(3)}`
}

export const showLevel = ({ level }: Interval): string => `${Number((level * 100).toFixed(1))} %`

/** Rounded to what an estimate of a number of cases deserves. */
export function roughly(cases: number): string {
  const step = cases < 20 ? 1 : cases < 100 ? 5 : 10 ** Math.floor(Math.log10(cases) - 1)
  return (Math.ceil(cases / step) * step).toLocaleString('en')
}
