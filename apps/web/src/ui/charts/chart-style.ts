export const grid = { vertical: false, stroke: 'var(--chart-line)' }

export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--text-subtle)', fontSize: 11 },
}

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Microseconds → `14:00`, `19 Nov`, or both in full. */
export function formatAt(at: number, bucket: 'hour' | 'day', isFull = false): string {
  const date = new Date(at / 1_000)
  if (bucket === 'day') return day.format(date)
  return isFull ? `${day.format(date)}, ${hour.format(date)}` : hour.format(date)
}

/** Ticks of more than two days say the day, the tooltip says the hour. */
export const tickBucket = (from: number, to: number, bucket: 'hour' | 'day') =>
  to - from > 2 * 86_400_000_000 ? 'day' : bucket

/** `0` at the foot of an axis, where a formatter would say `<1 ms` or `$0`; `600 k` and `1 m` for round figures. */
export const formatTick = (format: (value: number) => string) => (value: number) =>
  value === 0
    ? '0'
    : format(value)
        .replace('.0 ', ' ')
        .replace(/ m 0 s$/, ' m')
