import type { SpanEvent } from '@lathe/contract'
import { isLogEvent, noteAt } from './log-event.ts'

/** Of one span; what comes after these is no longer kept. */
const MOST = 2_000

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
  const together = limited([...had, ...unknown(had, logs)])
  return [...own, ...together].toSorted((a, b) => a.at - b.at)
}

/** Two alike in one delivery are two: one says the same word twice in the same millisecond. */
function unknown(had: readonly SpanEvent[], logs: readonly SpanEvent[]): SpanEvent[] {
  const counts = new Map<string, number>()
  for (const one of had) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return logs.filter((one) => {
    const left = counts.get(keyOf(one)) ?? 0
    counts.set(keyOf(one), left - 1)
    return left <= 0
  })
}

const keyOf = ({ at, name, attributes }: SpanEvent) => JSON.stringify([at, name, attributes])

/** Counted anew each time, so that it stands there once. */
const MORE = 'more log records'

function limited(logs: SpanEvent[]): SpanEvent[] {
  const kept = logs.filter(({ name }) => name !== MORE)
  const last = kept[MOST - 1]
  if (last === undefined || logs.length <= MOST) return logs
  return [...kept.slice(0, MOST), noteAt(last.at, MORE, `${MOST} of this span are kept`)]
}
