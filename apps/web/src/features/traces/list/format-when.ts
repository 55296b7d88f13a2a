/** A moment of the list's time range, as short as it can be said. */
export function formatWhen(micros: number): string {
  const at = new Date(micros / 1_000)
  const isToday = at.toDateString() === new Date().toDateString()
  const time = at.toLocaleTimeString('en-GB')
  return isToday
    ? time
    : `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`
}
