import { formatDollars, formatExactDollars, type Spending } from '@lathe/contract'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNKNOWN = '—'

// Creating a formatter takes as long as using it a thousand times.
const exactNumber = new Intl.NumberFormat('en')

type Unknown = null | undefined

/** Milliseconds as `<1 ms`, `840 ms`, `2.7 s`, `1 m 12 s`, `2 h 05 m`. */
export function formatDuration(ms: number | Unknown): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN
  const positiveMs = Math.max(0, ms)
  if (positiveMs < 1) return '<1 ms'
  if (Math.round(positiveMs) < SECOND) return `${Math.round(positiveMs)} ms`
  const tenths = Math.round(positiveMs / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`
  const seconds = Math.round(positiveMs / SECOND)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`
  const minutes = Math.round(positiveMs / MINUTE)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} m`
}

/** A configured duration: `10 min`, `30 s`, `2 h`; `1 m 12 s` if no unit is whole. */
export function formatConfiguredDuration(ms: number): string {
  if (ms === 0) return '0 s'
  const unit = DURATION_UNITS.find(([size]) => ms % size === 0)
  return unit && ms < 60 * unit[0] ? `${ms / unit[0]} ${unit[1]}` : formatDuration(ms)
}

const DURATION_UNITS = [
  [60 * MINUTE, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
  [1, 'ms'],
] as const

/** All digits, for the tooltip of a rounded duration. */
export function formatExactDuration(ms: number | Unknown): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return 'not known'
  return `${exactNumber.format(Math.max(0, ms))} ms`
}

const UNIT_PREFIXES = [
  [1e3, 'k'],
  [1e6, 'M'],
  [1e9, 'G'],
] as const

/** Counts of tokens, spans and the like: `840`, `67.2 k`, `1.3 M`. */
export function formatCount(count: number | Unknown): string {
  if (count === null || count === undefined || !Number.isFinite(count)) return UNKNOWN
  if (Math.abs(count) < 1_000) return String(Math.round(count))
  for (const [unit, name] of UNIT_PREFIXES) {
    const scaled = (Math.abs(count) / unit).toFixed(1)
    if (Number(scaled) < 1_000 || unit === 1e9) return `${count < 0 ? '-' : ''}${scaled} ${name}`
  }
  return UNKNOWN
}

export function formatExactCount(count: number | Unknown): string {
  if (count === null || count === undefined || !Number.isFinite(count)) return 'not known'
  return exactNumber.format(count)
}

/** Nano-dollars: two significant digits below a dollar, cents from there on, `—` if unknown. */
export function formatCost(nanos: number | bigint | Unknown): string {
  if (nanos === null || nanos === undefined) return UNKNOWN
  return Number.isFinite(Number(nanos)) ? formatDollars(nanos) : UNKNOWN
}

/** A cost, or `$0.09 + ?` if only part of it is known. */
export function formatSpending({ cost, pricedCost }: Spending): string {
  return cost === null && pricedCost > 0 ? `${formatCost(pricedCost)} + ?` : formatCost(cost)
}

/** Why a cost is unknown, with the number of calls per reason. */
export const unknownCostReasons = ({ unpriced, unmetered = 0 }: Spending): string[] => [
  ...(unpriced > 0 ? [`${plural(unpriced, 'call')} without a price`] : []),
  ...(unmetered > 0 ? [`${plural(unmetered, 'call')} without token counts`] : []),
]

/** Exact to the nano-dollar, for the tooltip of a rounded cost. */
export function formatExactCost(nanos: number | bigint | Unknown): string {
  if (nanos === null || nanos === undefined) return 'not known'
  return formatExactDollars(nanos)
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  for (const [unit, name] of UNIT_PREFIXES) {
    const scaled = (bytes / unit).toFixed(1)
    if (Number(scaled) < 1_000 || unit === 1e9) return `${scaled} ${name}B`
  }
  return UNKNOWN
}

/** A share of 0–1 as a percentage. Never `0 %` or `100 %` unless exact. */
export function formatPercent(share: number | Unknown): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return UNKNOWN
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return '<0.1 %'
  if (percent < 100 && percent > 99.9) return '>99.9 %'
  return `${percent.toFixed(1).replace('.0', '')} %`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** `12 s ago`, `3 min ago`, `5 h ago`; an absolute time after a day or for future times. */
export function formatRelativeTime(time: Date, now: Date): string {
  const age = now.getTime() - time.getTime()
  if (age > -5 * SECOND && age < 5 * SECOND) return 'just now'
  if (age < 0 || age >= DAY) return formatTime(time, now)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  return `${Math.floor(age / HOUR)} h ago`
}

/** Local date and time, with the year only if it is not the current one. */
export function formatTime(time: Date, now: Date): string {
  const date = (time.getFullYear() === now.getFullYear() ? day : dayAndYear).format(time)
  return `${date}, ${clock.format(time)}`
}

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** UUIDs created in the same minute share a prefix, so use the end. */
export const shortId = (id: string): string => (UUID.test(id) ? id.slice(-8) : id.slice(0, 8))

/** `once`, `2 times`, `1.2 k times`. */
export const formatTimes = (count: number): string =>
  count === 1 ? 'once' : `${formatCount(count)} times`

export function plural(count: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatExactCount(count)} ${count === 1 ? singular : pluralForm}`
}
