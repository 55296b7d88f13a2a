const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?$/i

/** Digits of a number of seconds, milliseconds, microseconds or nanoseconds since 1970. */
const SCALES: [below: number, factor: number][] = [
  [1e11, 1e6],
  [1e14, 1e3],
  [1e17, 1],
  [1e20, 1e-3],
]

/** Microseconds since the epoch, to the last digit sent; a time without a zone is UTC. */
export function toMicros(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return undefined
  const [, day, clock = '', fraction = '', zone = 'Z'] = ISO.exec(value.trim()) ?? []
  if (day === undefined) return undefined
  const seconds = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${zoneOf(zone)}`)
  const micros = seconds * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
  return Number.isSafeInteger(micros) && micros >= 0 ? micros : undefined
}

function fromNumber(value: number): number | undefined {
  const scale = SCALES.find(([below]) => value < below)
  const micros = scale && value >= 0 ? Math.round(value * scale[1]) : Number.NaN
  return Number.isSafeInteger(micros) ? micros : undefined
}

const zoneOf = (zone: string) =>
  zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()

/** `2026-11-20T16:14:14.851001Z` */
export const toIso = (micros: number): string =>
  `${new Date(Math.floor(micros / 1_000)).toISOString().slice(0, -1)}${String(micros % 1_000).padStart(3, '0')}Z`
