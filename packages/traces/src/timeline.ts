import type { Span } from '@lathe/contract'

/** Microseconds since the epoch. */
export type TimeRange = { from: number; to: number }

/** Shares of the range in [0, 1]. An open bar belongs to a running span. */
export type TimelineBar = {
  left: number
  width: number
  firstToken: number | null
  isOpen: boolean
}

const SHORTEST_RANGE = 1_000

/** Returns the range from the first start to the last end. Running spans end at `now`. */
export function spanRange(spans: readonly Span[], now: number): TimeRange {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    from = Math.min(from, span.startedAt)
    to = Math.max(to, span.endedAt ?? now)
  }
  if (from > to) return { from: now, to: now + SHORTEST_RANGE }
  return { from, to: Math.max(to, from + SHORTEST_RANGE) }
}

/** Returns the position of a span within a time range. */
export function toBar(span: Span, { from, to }: TimeRange, now: number): TimelineBar {
  const share = (time: number) => Math.min(1, Math.max(0, (time - from) / (to - from)))
  const left = share(span.startedAt)
  return {
    left,
    width: Math.max(0, share(span.endedAt ?? now) - left),
    firstToken: span.firstTokenAt === null ? null : share(span.firstTokenAt),
    isOpen: span.endedAt === null,
  }
}

const STEPS = [1, 2, 5, 10]

/**
 * Returns round offsets from the start of the range in microseconds, at most `maxTicks`, with 0
 * first.
 */
export function listTicks({ from, to }: TimeRange, maxTicks: number): number[] {
  const length = to - from
  const roughStep = length / Math.max(1, maxTicks)
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = power * (STEPS.find((candidate) => candidate * power >= roughStep) ?? 10)
  const count = Math.floor(length / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
