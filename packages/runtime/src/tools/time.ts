const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month, 1)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }),
)

/** Formats a time in milliseconds: `2026-11-20T23:05:12+09:00, Friday 20 November 2026, Asia/Tokyo`. */
export function formatTime(timeZone: string, now: number): string {
  const format = createFormat(timeZone)
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  const month = MONTHS.indexOf(part('month')) + 1
  const day = `${part('year')}-${String(month).padStart(2, '0')}-${part('day').padStart(2, '0')}`
  const time = `${part('hour')}:${part('minute')}:${part('second')}`
  const words = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`
  return `${day}T${time}${offset}, ${words}, ${format.resolvedOptions().timeZone}`
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    })
  } catch {
    throw new Error(`There is no time zone "${timeZone}"; use a name like Europe/Paris`)
  }
}
