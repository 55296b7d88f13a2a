import { toIso } from '@lathe/traces'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { contract } from '@lathe/contract'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { api } from '../../lib/api/api.ts'
import { formatCount, formatDuration, plural } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { ChartPanel } from '../../ui/charts/chart-panel.tsx'
import type { ChartTableRow } from '../../ui/charts/chart-table-data.ts'
import { useDashboard } from './use-dashboard.ts'
import { grid, unthrottled, valueAxis } from '../../ui/charts/chart-style.ts'
import { ChartTooltip } from '../../ui/charts/chart-tooltip.tsx'
import { runTokens } from './run-tokens.ts'
import styles from './overview.module.css'

const RUNS = 40

const tokenBars: RunBar[] = [
  { label: 'in', colour: 'var(--chart-p99)', value: (run) => runTokens(run, 'input') },
  { label: 'out', colour: 'var(--kind-model)', value: (run) => runTokens(run, 'output') },
]
const latencyBars: RunBar[] = [
  { label: 'first token', colour: 'var(--chart-p50)', value: (run) => run.firstTokenMs },
  {
    label: 'after first token',
    colour: 'var(--chart-p99)',
    value: (run) => (run.latencyMs === null ? null : run.latencyMs - (run.firstTokenMs ?? 0)),
  },
]

/** Exported rows need ids, because a file has no links. */
const RAW_RUN = ['run', 'trace', 'started']
const rawRun = ({ title, traceId, startedAt }: RunPoint) => [title, traceId, toIso(startedAt)]

const renderRun = ({ key, cells }: ChartTableRow) => (
  <Link to="/traces/$traceId" params={{ traceId: key }} search={{}}>
    {cells[0]}
  </Link>
)

/**
 * Tokens and latency of the most recent runs in the range, oldest first. A click opens the trace.
 */
export function PerRun() {
  const { of, isZoomed, span } = useDashboard()
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useQuery(
    api.metrics.perRun.queryOptions({
      input: { ...of, ...(isZoomed && { from: span.from, to: span.to }), limit: RUNS },
      placeholderData: keepPreviousData,
      refetchInterval: 5_000,
    }),
  )
  if (isPending) return <SkeletonRows contentLabel="the recent runs" rowHeight={200} count={1} />
  if (error)
    return <ErrorPanel action="load the recent runs" error={error} onRetry={() => void refetch()} />

  const open = (traceId: string) =>
    void navigate({ to: '/traces/$traceId', params: { traceId }, search: {} })
  const tokens = data.reduce((total, run) => total + run.usage.input + run.usage.output, 0)
  return (
    <div className={styles.pair}>
      <ChartPanel
        title="Tokens per run"
        total={`${formatCount(tokens)} in ${plural(data.length, 'run')}`}
        legend={tokenBars}
        data={{
          columns: ['run', 'in', 'out'],
          rawColumns: [...RAW_RUN, 'in', 'out'],
          rows: data.map((run) => ({
            key: run.traceId,
            cells: [
              run.title,
              formatCount(runTokens(run, 'input')),
              formatCount(runTokens(run, 'output')),
            ],
            raw: [...rawRun(run), runTokens(run, 'input'), runTokens(run, 'output')],
          })),
        }}
        renderLink={renderRun}
      >
        <RunChart runs={data} bars={tokenBars} format={formatCount} onOpen={open} />
      </ChartPanel>
      <ChartPanel
        title="Latency per run"
        total=""
        legend={latencyBars}
        data={{
          columns: ['run', 'first token', 'whole run'],
          rawColumns: [...RAW_RUN, 'first token ms', 'whole run ms'],
          rows: data.map((run) => ({
            key: run.traceId,
            cells: [run.title, formatDuration(run.firstTokenMs), formatDuration(run.latencyMs)],
            raw: [...rawRun(run), run.firstTokenMs, run.latencyMs],
          })),
        }}
        renderLink={renderRun}
      >
        <RunChart runs={data} bars={latencyBars} format={formatDuration} onOpen={open} />
      </ChartPanel>
    </div>
  )
}

export type RunPoint = InferContractRouterOutputs<typeof contract>['metrics']['perRun'][number]

export type RunBar = {
  label: string
  colour: string
  value: (run: RunPoint) => number | null
}

type RunChartProps = {
  runs: readonly RunPoint[]
  bars: readonly RunBar[]
  format: (value: number | null) => string
  onOpen: (traceId: string) => void
}

type Datum = { traceId: string; title: string; isFailed: boolean }

function RunChart({ runs, bars, format, onOpen }: RunChartProps) {
  const data = runs.map((run) => ({
    traceId: run.traceId,
    title: [run.title, run.agentSlug, run.status].filter(Boolean).join(' · '),
    isFailed: run.status === 'error',
    ...Object.fromEntries(bars.map((bar) => [bar.label, bar.value(run)])),
  }))
  const titles = new Map(data.map((datum) => [datum.traceId, datum.title]))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={data}
        syncId="per-run"
        {...unthrottled}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        style={{ cursor: 'pointer' }}
        onClick={({ activeLabel }) => {
          if (activeLabel !== undefined) onOpen(String(activeLabel))
        }}
      >
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="traceId"
          tick={<FailedRunMarker data={data} />}
          tickLine={false}
          axisLine={false}
          interval={0}
          height={14}
        />
        <YAxis {...valueAxis(format)} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          content={<ChartTooltip format={format} title={(id) => titles.get(String(id)) ?? ''} />}
        />
        {bars.map((bar) => (
          <Bar
            key={bar.label}
            dataKey={bar.label}
            stackId="run"
            fill={bar.colour}
            maxBarSize={24}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

type FailedRunMarkerProps = {
  data: readonly Datum[]
  /** Passed by Recharts. */
  x?: number
  y?: number
  index?: number
}

/** Marks failed runs below the axis. */
function FailedRunMarker({ data, x = 0, y = 0, index = 0 }: FailedRunMarkerProps) {
  if (!data[index]?.isFailed) return <g />
  return <rect x={x - 4} y={y - 4} width={8} height={3} fill="var(--status-error)" />
}
