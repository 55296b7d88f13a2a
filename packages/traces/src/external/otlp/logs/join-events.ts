import type { Json, SpanEvent } from '@lathe/contract'
import { isLogEvent, noteAt } from './log-spans.ts'

/** Of one span, and what they may come to together: each that comes is stored with all that came before. */
const MOST = 2_000
const MOST_CHARS = 16_000_000

/**
 * What two deliveries note of a span. Its own events come all at once, so later ones replace earlier; its log records
 * come one by one, and what comes again changes nothing.
 */
export function joinEvents(
  known: readonly SpanEvent[],
  arrived: readonly SpanEvent[],
): SpanEvent[] {
  const had = known.filter(isLogEvent)
  const logs = arrived.filter(isLogEvent)
  const own = (arrived.length > logs.length ? arrived : known).filter((one) => !isLogEvent(one))
  if (had.length + logs.length === 0) return own
  const together = had.length === 0 ? limited(logs) : limited(had, unknown(had, logs))
  return [...own, ...together].toSorted((a, b) => a.at - b.at)
}

/** Two alike in one delivery are two: one says the same word twice in the same millisecond. */
function unknown(had: readonly SpanEvent[], logs: readonly SpanEvent[]): SpanEvent[] {
  const places = new Set(logs.map(placeOf))
  const counts = new Map<string, number>()
  for (const one of had)
    if (places.has(placeOf(one))) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return logs.filter((one) => {
    const key = keyOf(one)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

/** What differs in it is not worth a look at all that is said. */
const placeOf = ({ at, name }: SpanEvent) => `${at} ${name}`

const keyOf = ({ at, name, attributes }: SpanEvent) => JSON.stringify([at, name, attributes])

const sizeOf = (value: Json): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
}

/** Told anew each time, so that it stands there once. */
const MORE = 'more log records'

function limited(first: readonly SpanEvent[], more: readonly SpanEvent[] = []): SpanEvent[] {
  const kept = first.filter(({ name }) => name !== MORE).slice(0, MOST)
  let chars = more.length === 0 ? 0 : kept.reduce((sum, one) => sum + sizeOf(one.attributes), 0)
  for (const one of more) {
    chars += sizeOf(one.attributes)
    if (kept.length === MOST || chars > MOST_CHARS) break
    kept.push(one)
  }
  const last = kept.at(-1)
  const isAll = kept.length === first.length + more.length
  if (isAll || !last) return kept
  return [...kept, noteAt(last.at, MORE, `The first ${kept.length} of this span are kept`)]
}
