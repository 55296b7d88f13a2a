import type { Span, Trace } from '@lathe/contract'

/** The error, where there is one, else the beginning. */
export const firstToShow = (
  trace: Pick<Trace, 'status'>,
  spans: readonly Span[],
): Span | undefined =>
  (trace.status === 'error' ? whereItFailed(spans) : undefined) ??
  spans.find((span) => span.parentId === null) ??
  spans[0]

/** From the failed root down what passed the error on: one that was caught lies under a step that ended well. */
function whereItFailed(spans: readonly Span[]): Span | undefined {
  const failed = spans.filter((span) => span.status === 'error')
  const inside = Map.groupBy(failed, (span) => span.parentId)
  let at = inside.get(null)?.[0] ?? failed[0]
  for (let next = at; next;) {
    at = next
    next = passedOnBy(at, inside.get(at.id))
    // A program may send spans that are each other's parents.
    inside.delete(at.id)
  }
  return at
}

/** Of several the one whose error went on, and the last attempt of those that failed alike. */
const passedOnBy = (span: Span, failed: readonly Span[] = []): Span | undefined =>
  failed.findLast(({ error }) => error?.message === span.error?.message) ?? failed.at(-1)
