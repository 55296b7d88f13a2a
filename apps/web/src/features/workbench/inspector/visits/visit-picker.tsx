import { Select } from '@mantine/core'
import type { Run, Json, Span, SpanDetail } from '@lathe/contract'
import { skipToken, useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRelativeTime } from '../../../../lib/format/format.ts'
import { useNow } from '../../../../lib/browser/use-now.ts'
import styles from './visit-picker.module.css'
import { api, client } from '../../../../lib/api/api.ts'
import { useRun, useWorkbench } from '../../workbench-context.ts'

const MINUTE_MS = 60_000

/** Selects a past run and one of its visits to the node. */
export function VisitPicker({ nodeVisits }: { nodeVisits: NodeVisits }) {
  const now = useNow(MINUTE_MS)
  const { runs, run, visits, visit } = nodeVisits
  return (
    <div className={styles.picker}>
      <Select
        aria-label="Values from run"
        size="xs"
        data={runs.map((item) => ({ value: item.id, label: runName(item, now) }))}
        value={run?.id ?? null}
        placeholder="Select a run"
        allowDeselect={false}
        onChange={(id) => {
          if (id !== null) nodeVisits.chooseRun(id)
        }}
      />
      {visits.length > 1 && (
        <Select
          className={styles.visit ?? ''}
          aria-label="Visit"
          size="xs"
          data={visits.map((span, index) => ({
            value: String(index),
            label: `${index + 1} of ${visits.length} · step ${span.superstep ?? '?'}`,
          }))}
          value={String(visit)}
          allowDeselect={false}
          onChange={(index) => nodeVisits.chooseVisit(Number(index))}
        />
      )}
    </div>
  )
}

const runName = ({ title, createdAt }: Run, now: Date) =>
  `${title === '' ? 'Run' : title} · ${formatRelativeTime(new Date(createdAt / 1_000), now)}`

const LIVE_MS = 1_000

export type NodeVisits = {
  runs: readonly Run[]
  run: Run | undefined
  visits: readonly Span[]
  /** Index of the selected visit. */
  visit: number
  /** The state the node could read. Undefined while loading or without a visit. */
  values: Record<string, Json> | undefined
  /** All spans of the run. `detail` is the visit's span with its payloads. */
  spans: readonly Span[]
  detail: SpanDetail | undefined
  error: Error | null
  isPending: boolean
  chooseRun: (id: string) => void
  chooseVisit: (index: number) => void
}

/**
 * Returns the visits of a node in a past run: the selected one, the current run, or the newest that
 * reached the node.
 */
export function useNodeVisits(node: string): NodeVisits {
  const { agentId } = useWorkbench()
  const currentRunId = useRun(({ runId, view }) => (view.nodes[node] ? runId : undefined))
  const isLive = useRun(({ runId, view }) => runId === currentRunId && view.endedAt === null)
  const [selection, setSelection] = useState<{ run: string; visit?: number }>()
  const runs = useQuery(pastRuns(agentId))
  const newest = useQuery(newestVisit(node, runs.data?.items))
  const items = runs.data?.items ?? []
  const runId = selection?.run ?? currentRunId ?? newest.data ?? items[0]?.id
  const trace = useQuery({
    ...api.traces.get.queryOptions({ input: runId ? { id: runId } : skipToken }),
    refetchInterval: isLive && runId === currentRunId ? LIVE_MS : false,
  })
  const visits = visitsIn(trace.data?.spans ?? [], node)
  const last = visits.length - 1
  const visit = Math.min(selection?.visit ?? last, last)
  const span = visits[visit]
  const detail = useQuery(
    // A running span still changes.
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
    chooseRun: (run) => setSelection({ run }),
    chooseVisit: (index) => {
      if (runId !== undefined) setSelection({ run: runId, visit: index })
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

/** Number of runs offered. */
const RUNS = 20
/** Number of runs searched for a visit. */
const SEARCHED = 5

const pastRuns = (agentId: string) =>
  api.runs.list.queryOptions({ input: { agent: agentId, limit: RUNS } })

/** Returns the executions of a node, oldest first, without nested steps. */
export const visitsIn = (spans: readonly Span[], node: string): Span[] =>
  spans.filter((span) => span.node === node && span.kind === 'chain')

/** Finds the newest run that reached the node, or null. */
const newestVisit = (node: string, runs: readonly Run[] | undefined) =>
  queryOptions({
    queryKey: ['newest-visit', node, runs?.[0]?.id, runs?.[0]?.status],
    queryFn: runs
      ? async () => {
          for (const { id } of runs.slice(0, SEARCHED)) {
            const { spans } = await client.traces.get({ id })
            if (visitsIn(spans, node).length > 0) return id
          }
          return null
        }
      : skipToken,
  })
