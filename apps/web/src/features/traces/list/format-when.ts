/** Within this, ends would be told by one and the same second. */
const SHORT_US = 2_000_000

/** A moment of the list's time range, as short as it can be said. */
export function formatWhen(micros: number, isExact = false): string {
  const [at, now] = [new Date(micros / 1_000), new Date()]
  const seconds = at.toLocaleTimeString('en-GB')
  const time = isExact ? `${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}` : seconds
  if (at.toDateString() === now.toDateString()) return time
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year })} ${time}`
}

/** The ends of a time range, to the millisecond where it is that short. */
export const formatEnds = (from: number, to: number): [string, string] => {
  const isExact = to - from < SHORT_US
  return [formatWhen(from, isExact), formatWhen(to, isExact)]
}
