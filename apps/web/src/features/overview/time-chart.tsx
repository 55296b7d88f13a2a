import type { MetricsPoint } from '@lathe/contract'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCount } from '../../lib/format.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { axis, formatAt, formatTick, grid } from './chart-style.ts'
import type { Chart } from './series.ts'

type TimeChartProps = { chart: Chart; points: readonly MetricsPoint[]; bucket: 'hour' | 'day' }

/** One of the small multiples: all share the time axis and the crosshair. */
export function TimeChart({ chart, points, bucket }: TimeChartProps) {
  const most = Math.max(...points.flatMap((at) => chart.lines.map((line) => line.value(at) ?? 0)))
  const data = points.map((point) => ({
    at: point.at,
    ...Object.fromEntries(chart.lines.map((line) => [line.label, line.value(point)])),
  }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={data}
        syncId="overview"
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="at"
          tickFormatter={(at: number) => formatAt(at, bucket)}
          minTickGap={40}
          scale="band"
          {...axis}
        />
        <YAxis
          domain={[0, chart.least === undefined || most > chart.least ? 'auto' : chart.least]}
          width={64}
          tickFormatter={formatTick(chart.format)}
          tickCount={4}
          allowDecimals={chart.format !== formatCount}
          {...axis}
        />
        <Tooltip
          isAnimationActive={false}
          content={
            <ChartTooltip
              format={chart.format}
              title={(at) => formatAt(Number(at), bucket, true)}
            />
          }
        />
        {chart.lines.map((line) =>
          chart.shape === 'lines' ? (
            <Line
              key={line.label}
              dataKey={line.label}
              stroke={line.colour}
              strokeWidth={1.5}
              dot={{ r: 2.5, strokeWidth: 0, fill: line.colour }}
              connectNulls={false}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={line.label}
              dataKey={line.label}
              fill={line.colour}
              {...(chart.shape === 'stacked' && { stackId: 'all' })}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}
