import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { axis, formatAt, grid, pointed, valueAxis } from '../../../ui/charts/chart-style.ts'
import { ChartTooltip } from '../../../ui/charts/chart-tooltip.tsx'
import type { HistoryPoint } from './history-points.ts'
import { BASELINE_COLOUR, RunDot, VERSION_COLOUR } from './run-dot.tsx'
import type { Figure } from './why-unknown.ts'

export type HistoryLines = {
  version: Figure
  baseline: Figure
  format: (value: number | null) => string
  top?: number
}

type HistoryChartProps = HistoryLines & {
  points: readonly HistoryPoint[]
  onOpen: (id: string) => void
}

const titleOf = ({ label, at }: HistoryPoint) => `${label} · ${formatAt(at, 'hour', true)}`

/** What was looked at, run after run, beside the baseline of the time. */
export function HistoryChart(props: HistoryChartProps) {
  const { points, version, baseline, format, top, onOpen } = props
  const byId = new Map(points.map((point) => [point.id, point]))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...points]}
        syncId="suite"
        {...pointed}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        style={{ cursor: 'pointer' }}
        onClick={({ activeLabel }) => {
          if (activeLabel !== undefined) onOpen(String(activeLabel))
        }}
      >
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="id"
          tickFormatter={(id: string) => byId.get(id)?.label ?? ''}
          minTickGap={8}
          padding={{ left: 16, right: 16 }}
          {...axis}
        />
        <YAxis
          domain={[0, top ?? 'auto']}
          {...valueAxis(format)}
          width={80}
          {...(top !== undefined && { tickCount: 5 })}
        />
        <Tooltip
          isAnimationActive={false}
          filterNull={false}
          content={
            <ChartTooltip
              format={format}
              why={(id, name) => byId.get(String(id))?.why(name === 'version' ? version : baseline)}
              title={(id) => {
                const point = byId.get(String(id))
                return point ? titleOf(point) : ''
              }}
            />
          }
        />
        <Line
          name="baseline"
          dataKey={baseline}
          stroke={BASELINE_COLOUR}
          strokeDasharray="4 3"
          dot={false}
          isAnimationActive={false}
        />
        <Line
          name="version"
          dataKey={version}
          stroke={VERSION_COLOUR}
          strokeWidth={1.5}
          dot={<RunDot figure={version} />}
          isAnimationActive={false}
        >
          {version === 'level' && (
            <ErrorBar dataKey="interval" width={4} stroke={VERSION_COLOUR} strokeOpacity={0.5} />
          )}
        </Line>
      </ComposedChart>
    </ResponsiveContainer>
  )
}
