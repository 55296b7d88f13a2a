import type { SpanDetail } from '@lathe/contract'
import type { GraphRun } from '@lathe/traces'
import { useQueries } from '@tanstack/react-query'
import { spanQuery } from '../span-query.ts'

/** Copies of a fan-out whose payloads are read. */
const MOST = 24

/** The payloads of a superstep and of those around it; undefined until all are there. */
export function useStretch({ span: graph, steps }: GraphRun, at: number) {
  const from = Math.max(0, at - 1)
  const near = steps.slice(from, at + 3).map(({ spans }) => spans.slice(0, MOST))
  const isToEnd = from + near.length === steps.length
  const asked = [...near.flat(), ...(isToEnd && graph ? [graph] : [])]
  const results = useQueries({
    queries: asked.map((span) => spanQuery(span)),
  })
  const byId = new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])))
  const detailsOf = (ids: readonly { id: string }[]): SpanDetail[] =>
    ids.flatMap(({ id }) => byId.get(id) ?? [])
  const end = isToEnd && graph ? (byId.get(graph.id)?.outputs ?? null) : null
  return {
    stretch: results.every(({ data }) => data)
      ? { steps: near.map((spans) => detailsOf(spans)), end }
      : undefined,
    index: at - from,
    left: Math.max(0, (steps[at]?.spans.length ?? 0) - MOST),
    error: results.find(({ error }) => error)?.error,
    retry: () => {
      for (const { refetch, error } of results) if (error) void refetch()
    },
  }
}
