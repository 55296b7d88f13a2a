import type { InferContractRouterOutputs } from '@orpc/contract'
import type { contract } from '@lathe/contract'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { grid, pointed, valueAxis } from '../../ui/charts/chart-style.ts'
import { ChartTooltip } from '../../ui/charts/chart-tooltip.tsx'

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

export function RunChart({ runs, bars, format, onOpen }: RunChartProps) {
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
        {...pointed}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        style={{ cursor: 'pointer' }}
        onClick={({ activeLabel }) => {
          if (activeLabel !== undefined) onOpen(String(activeLabel))
        }}
      >
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="traceId"
          tick={<FailedMark data={data} />}
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

type FailedMarkProps = {
  data: readonly Datum[]
  /** Put in by recharts. */
  x?: number
  y?: number
  index?: number
}

/** A red mark under the axis where a run failed. */
function FailedMark({ data, x = 0, y = 0, index = 0 }: FailedMarkProps) {
  if (!data[index]?.isFailed) return <g />
  return <rect x={x - 4} y={y - 4} width={8} height={3} fill="var(--status-error)" />
}
