import type { GraphDocument, Span, Trace } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'

/** Names the spans of nodes by their titles in the graph that ran. */
export function useNamedSpans({ runId }: Trace, spans: readonly Span[]): readonly Span[] {
  const { data: graph } = useQuery(
    api.runs.graph.queryOptions({
      input: runId === null ? skipToken : { id: runId },
      // The executed graph never changes.
      staleTime: Infinity,
    }),
  )
  return useMemo(
    () => (graph ? spans.map((span) => withNodeTitle(span, graph)) : spans),
    [spans, graph],
  )
}

export function withNodeTitle(span: Span, { nodes }: GraphDocument): Span {
  const isStep = span.kind === 'chain' || span.kind === 'agent'
  const isNode = isStep && span.node !== null && Object.hasOwn(nodes, span.node)
  const title = isNode ? nodes[span.node ?? '']?.title : undefined
  return title === undefined ? span : { ...span, name: title }
}

/** The span to select first: where the trace failed, or its root. */
export const initialSpan = (
  trace: Pick<Trace, 'status'>,
  spans: readonly Span[],
): Span | undefined =>
  (trace.status === 'error' ? findFailure(spans) : undefined) ??
  spans.find((span) => span.parentId === null) ??
  spans[0]

/**
 * Follows the error from the failed root to its origin. A caught error lies below a successful span
 * and is skipped.
 */
function findFailure(spans: readonly Span[]): Span | undefined {
  const failed = spans.filter((span) => span.status === 'error')
  const failedByParent = Map.groupBy(failed, (span) => span.parentId)
  let current = failedByParent.get(null)?.[0] ?? failed[0]
  for (let next = current; next;) {
    current = next
    next = findPropagatedFrom(current, failedByParent.get(current.id))
    // External spans can contain parent cycles.
    failedByParent.delete(current.id)
  }
  return current
}

/** The child whose error was propagated, or the last failed child. */
const findPropagatedFrom = (span: Span, failed: readonly Span[] = []): Span | undefined =>
  failed.findLast(({ error }) => error?.message === span.error?.message) ?? failed.at(-1)
