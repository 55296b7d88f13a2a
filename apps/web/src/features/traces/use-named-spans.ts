import type { GraphDocument, Span, Trace } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'

/** The spans of a trace, those of nodes under the titles the graph that ran gave them. */
export function useNamedSpans({ runId }: Trace, spans: readonly Span[]): readonly Span[] {
  const { data: graph } = useQuery(
    api.runs.graph.queryOptions({
      input: runId === null ? skipToken : { id: runId },
      // What a run executed never changes.
      staleTime: Infinity,
    }),
  )
  return useMemo(() => (graph ? spans.map((span) => named(span, graph)) : spans), [spans, graph])
}

export function named(span: Span, { nodes }: GraphDocument): Span {
  const isStep = span.kind === 'chain' || span.kind === 'agent'
  const isNode = isStep && span.node !== null && Object.hasOwn(nodes, span.node)
  const title = isNode ? nodes[span.node ?? '']?.title : undefined
  return title === undefined ? span : { ...span, name: title }
}

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
