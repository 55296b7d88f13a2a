import type { Json, Run, Span, SpanDetail } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useRun, useWorkbench } from '../../workbench-context.ts'
import { newestVisit, pastRuns, visitsIn } from './past-visits.ts'

const LIVE_MS = 1_000

export type PastState = {
  runs: readonly Run[]
  run: Run | undefined
  visits: readonly Span[]
  /** Index of the visit that is shown. */
  visit: number
  /** What the node could read then; undefined while it is looked up, and when there is none. */
  values: Record<string, Json> | undefined
  /** Everything recorded in the run; of the visit with its payloads. */
  spans: readonly Span[]
  detail: SpanDetail | undefined
  error: Error | null
  isPending: boolean
  chooseRun: (id: string) => void
  chooseVisit: (index: number) => void
}

/** The state a node had in a past run: the one that is looked at, the newest that got to it, or a chosen one. */
export function usePastState(node: string): PastState {
  const { agentId } = useWorkbench()
  const looked = useRun(({ runId, view }) => (view.nodes[node] ? runId : undefined))
  const isLive = useRun(({ runId, view }) => runId === looked && view.endedAt === null)
  const [chosen, setChosen] = useState<{ run: string; visit?: number }>()
  const runs = useQuery(pastRuns(agentId))
  const newest = useQuery(newestVisit(node, runs.data?.items))
  const items = runs.data?.items ?? []
  const runId = chosen?.run ?? looked ?? newest.data ?? items[0]?.id
  const trace = useQuery({
    ...api.traces.get.queryOptions({ input: runId ? { id: runId } : skipToken }),
    refetchInterval: isLive && runId === looked ? LIVE_MS : false,
  })
  const visits = visitsIn(trace.data?.spans ?? [], node)
  const last = visits.length - 1
  const visit = Math.min(chosen?.visit ?? last, last)
  const span = visits[visit]
  const detail = useQuery(
    // What is said of a span that goes on is not its last word.
    detailQuery(span),
  )

  return {
    runs: items,
    run: items.find(({ id }) => id === runId),
    visits,
    visit,
    values: span && detail.data ? asValues(detail.data.inputs) : undefined,
    spans: trace.data?.spans ?? [],
    detail: detail.data,
    error: runs.error ?? trace.error ?? detail.error,
    isPending:
      runs.isPending || (runId !== undefined && trace.isPending) || (!!span && detail.isPending),
    chooseRun: (run) => setChosen({ run }),
    chooseVisit: (index) => {
      if (runId !== undefined) setChosen({ run: runId, visit: index })
    },
  }
}

const detailQuery = (span: Span | undefined) => ({
  ...api.traces.span.queryOptions({
    input: span ? { traceId: span.traceId, spanId: span.id } : skipToken,
  }),
  staleTime: span?.endedAt ? Number.POSITIVE_INFINITY : 0,
  refetchInterval: span && span.endedAt === null ? LIVE_MS : (false as const),
})

const asValues = (inputs: Json): Record<string, Json> =>
  typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs) ? inputs : {}
