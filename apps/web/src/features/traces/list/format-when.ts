/** A moment of the list's time range, as short as it can be said. */
export function formatWhen(micros: number): string {
  const [at, now] = [new Date(micros / 1_000), new Date()]
  const time = at.toLocaleTimeString('en-GB')
  if (at.toDateString() === now.toDateString()) return time
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year })} ${time}`
}
