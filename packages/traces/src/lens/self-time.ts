import type { SpanNode } from '../tree.ts'

/** Microseconds in which the span was open and none of its children was. */
export function selfTime({ span, children }: SpanNode, now: number): number {
  const end = span.endedAt ?? now
  let covered = 0
  let until = span.startedAt
  // Children stand in the order of their starts.
  for (const child of children) {
    const from = Math.max(child.span.startedAt, until)
    const to = Math.min(child.span.endedAt ?? now, end)
    if (to <= from) continue
    covered += to - from
    until = to
  }
  return Math.max(0, end - span.startedAt - covered)
}
