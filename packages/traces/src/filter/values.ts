import type { Comparison } from './keys.ts'

const SCALES = {
  count: countScale,
  duration: durationScale,
  money: moneyScale,
  score: (suffix: string) => (suffix === '' ? 1 : undefined),
}

export type Unit = keyof typeof SCALES

export type Bound = { comparison: Comparison | '='; value: number }

/**
 * Reads `>2s`, `<=10k` or `$0.05` as an integer in stored units: microseconds, tokens,
 * nano-dollars. Undefined if it is invalid.
 */
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

/** A time range in microseconds. `from` is included, `to` is not. Either end may be open. */
export type TimeBounds = { from?: number; to?: number }

/**
 * Reads `2026-11-20`, `>=2026-11-20T09:30`, `2026-11-01..2026-11-07` or `>-2h`. A date stands for the whole day, a month for
 * the whole month. Times without a zone are UTC. Returns undefined for anything else.
 */
export function readTimeRange(
  text: string,
  now: number = Date.now() * 1_000,
): TimeBounds | undefined {
  const [first = '', last, ...extra] = text.split('..')
  if (last !== undefined) {
    const [start, end] = [readPeriod(first, now), readPeriod(last, now)]
    if (!start || !end || extra.length > 0) return undefined
    return { from: start.from, to: end.to }
  }
  const [, comparison = '', timeText = ''] = /^(>=|<=|>|<|=)?(.+)$/s.exec(first) ?? []
  const period = readPeriod(timeText, now)
  if (!period) return undefined
  if (comparison === '>') return { from: period.to }
  if (comparison === '>=') return { from: period.from }
  if (comparison === '<') return { to: period.from }
  if (comparison === '<=') return { to: period.to }
  // `-2h` means the last two hours.
  return period.from === period.to ? { from: period.from } : period
}

export const TIME_HINT = 'a time such as >=2026-11-20, 2026-11-01..2026-11-07 or >-2h'

const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/i

const RELATIVE_TIME = /^(?:now)?-(\d{1,6})(m|min|h|d|w)$/i
const MINUTES = { m: 1, min: 1, h: 60, d: 1_440, w: 10_080 }

function readPeriod(text: string, now: number): { from: number; to: number } | undefined {
  if (/^now$/i.test(text)) return { from: now, to: now }
  const [, amount, unit = ''] = RELATIVE_TIME.exec(text) ?? []
  if (amount !== undefined) {
    const minutes = new Map(Object.entries(MINUTES)).get(unit.toLowerCase()) ?? 0
    const time = now - Number(amount) * minutes * 60e6
    return { from: time, to: time }
  }
  return readDate(text)
}

function readDate(text: string): { from: number; to: number } | undefined {
  const [matched, year, month, day, hour, minute, second, fraction, zone] = DATE.exec(text) ?? []
  if (matched === undefined) return undefined
  const date = `${year}-${month ?? '01'}-${day ?? '01'}`
  const start = new Date(`${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`)
  // `Date` turns February 30 into March 2.
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(date)) return undefined
  const micros = Number((fraction ?? '').padEnd(6, '0'))
  const from = start.getTime() * 1_000 + micros - parseOffset(zone)
  if (month === undefined) return { from, to: Date.UTC(Number(year) + 1, 0) * 1_000 }
  if (day === undefined) return { from, to: Date.UTC(Number(year), Number(month)) * 1_000 }
  if (hour === undefined) return { from, to: from + 86_400e6 }
  if (second === undefined) return { from, to: from + 60e6 }
  return { from, to: from + (fraction === undefined ? 1e6 : 10 ** (6 - fraction.length)) }
}

function parseOffset(zone = 'Z'): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60e6
}
