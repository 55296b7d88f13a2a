import type { Span } from '@lathe/contract'
import type { TimeRange } from '../timeline.ts'
import type { SpanNode } from '../tree.ts'

/** A time interval and the span that determined it. Null if no span was open. */
export type PathPart = TimeRange & { spanId: string | null }

/**
 * Returns the chain of spans that determines the end. Walking back from the end, it follows the
 * span that ended last. The parts are contiguous and fill the range.
 */
export function criticalPath(
  roots: readonly SpanNode[],
  range: TimeRange,
  now: number,
): PathPart[] {
  const parts: PathPart[] = []
  const add = (spanId: string | null, from: number, to: number) => {
    if (to > from) parts.push({ spanId, from, to })
  }
  const open: PathVisit[] = [visit(null, roots, range, now)]
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const child = current.children[current.next++]
    if (!child) {
      add(current.spanId, current.from, current.pathStart)
      open.pop()
      continue
    }
    const from = Math.max(child.span.startedAt, current.from)
    const to = Math.min(spanEnd(child.span, now), current.to)
    // A span that outlasts the awaited one or takes no time delayed nothing.
    if (to > current.pathStart || from >= to) continue
    add(current.spanId, to, current.pathStart)
    current.pathStart = from
    open.push(visit(child.span.id, child.children, { from, to }, now))
  }
  return parts.toReversed()
}

type PathVisit = TimeRange & {
  spanId: string | null
  /** Last to end first. */
  children: readonly SpanNode[]
  next: number
  /** The path is known from here to the end. */
  pathStart: number
}

function visit(
  spanId: string | null,
  children: readonly SpanNode[],
  range: TimeRange,
  now: number,
): PathVisit {
  const byEnd =
    children.length > 1
      ? children.toSorted(
          (a, b) =>
            Math.min(spanEnd(b.span, now), range.to) - Math.min(spanEnd(a.span, now), range.to) ||
            a.span.startedAt - b.span.startedAt,
        )
      : children
  return { spanId, children: byEnd, next: 0, pathStart: range.to, ...range }
}

const spanEnd = ({ endedAt }: Span, now: number) => endedAt ?? now

/** Groups the parts of a path by span, in time order. */
export function partsBySpan(path: readonly PathPart[]): ReadonlyMap<string, readonly PathPart[]> {
  const bySpan = new Map<string, PathPart[]>()
  for (const part of path) {
    if (part.spanId === null) continue
    const existing = bySpan.get(part.spanId)
    if (existing) existing.push(part)
    else bySpan.set(part.spanId, [part])
  }
  return bySpan
}

/** Returns the total length of time ranges in microseconds. */
export const totalLength = (parts: readonly TimeRange[] | undefined): number =>
  parts?.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0

/**
 * Returns the time covered by spans. With gaps or spans that outlive their root, it is shorter than
 * the whole range.
 */
export const waitedTime = (parts: ReadonlyMap<string, readonly PathPart[]>): number =>
  totalLength([...parts.values()].flat())
