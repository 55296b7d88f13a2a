import type { Interval, Measure } from './measure.ts'

const decimals: Record<Measure, number> = { pass: 0, score: 2, latency: 0, tokens: 0, cost: 2 }
const MAX_EXTRA_DECIMALS = 5

const inUnit = (measure: Measure, value: number) => (measure === 'pass' ? value * 100 : value)
const units: Record<Measure, string> = {
  pass: ' points',
  score: '',
  latency: ' ms',
  tokens: ' tokens',
  cost: '',
}
const currency = (measure: Measure) => (measure === 'cost' ? '$' : '')

/**
 * Returns enough decimals that a non-zero value never shows as zero, and two significant digits for
 * money.
 */
function decimalsFor(measure: Measure, values: readonly number[]): number {
  const base = decimals[measure]
  const sizes = values.map((value) => Math.abs(inUnit(measure, value))).filter((size) => size > 0)
  if (sizes.length === 0) return base
  const visible = Math.ceil(-Math.log10(2 * Math.min(...sizes)))
  const significant = measure === 'cost' ? Math.ceil(1 - Math.log10(Math.max(...sizes))) : base
  return Math.min(Math.max(base, visible, significant), base + MAX_EXTRA_DECIMALS)
}

/** Formats the decimal string: formatting the number itself would round most halves down. */
const grouped = (value: number, places: number) =>
  new Intl.NumberFormat('en', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(`${value}`)

/** Formats a count: `1,234`. */
export const count = (value: number): string => grouped(value, 0)

/** Returns a formatter for values shown together: `+18`, `−0.04`, `+$0.002`, without the unit. */
export function signedFormatter(
  measure: Measure,
  group: readonly number[],
): (value: number) => string {
  const places = decimalsFor(measure, group)
  return (value) => {
    const formatted = Math.abs(inUnit(measure, value))
    const size = grouped(formatted, places)
    const sign = Number(formatted.toFixed(places)) === 0 ? '' : value < 0 ? '−' : '+'
    return `${sign}${currency(measure)}${size}`
  }
}

const singularUnits: Partial<Record<Measure, string>> = { pass: ' point', tokens: ' token' }

/** Returns the unit of a measure with a leading space. Empty if it has none. */
export const unitLabel = (measure: Measure): string => units[measure]

/** Adds the unit to a formatted number: `+1 token`, `−3 tokens`. */
export const withUnit = (measure: Measure, formatted: string): string =>
  `${formatted}${(/^[+−]?1$/.test(formatted) && singularUnits[measure]) || units[measure]}`

/** Formats two levels, such as 0.82 and 0.74. Only the first has its unit. */
export function levels(measure: Measure, first: number, second: number): [string, string] {
  if (measure === 'pass') {
    const places = Math.round(first * 100) === Math.round(second * 100) && first !== second ? 1 : 0
    return [`${(first * 100).toFixed(places)} %`, `${(second * 100).toFixed(places)} %`]
  }
  const places = decimalsFor(measure, [first, second, first - second])
  const show = (value: number) => `${currency(measure)}${grouped(value, places)}`
  return [withUnit(measure, show(first)), show(second)]
}

/**
 * Formats a p-value: `p = 0.02`, `p < 0.001`. Uses three decimals if two would hide on which side
 * of 0.05 it lies.
 */
export function formatP(p: number): string {
  if (p < 0.001) return 'p < 0.001'
  const rounded = p.toFixed(2)
  const isSafe = p >= 0.01 && (p < 0.05 ? Number(rounded) < 0.05 : rounded !== '0.05')
  return `p = ${isSafe ? rounded : p.toFixed(3)}`
}

/** Formats a confidence level: `95 %`. */
export const formatLevel = ({ level }: Interval): string => `${Number((level * 100).toFixed(1))} %`

/** Rounds an estimated number of cases to a plausible precision. */
export function formatEstimate(cases: number): string {
  const step = cases < 20 ? 1 : cases < 100 ? 5 : 10 ** Math.floor(Math.log10(cases) - 1)
  return (Math.ceil(cases / step) * step).toLocaleString('en')
}
