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
