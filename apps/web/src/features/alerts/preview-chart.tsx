import type { AlertPreview } from '@lathe/contract'
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { alertMeasures } from '../../lib/format/alert-labels.ts'
import { axis, formatChartTime, grid, tickBucket, valueAxis } from '../../ui/charts/chart-style.ts'
import { ChartTooltip } from '../../ui/charts/chart-tooltip.tsx'
import type { RuleDraft } from './alert-draft.ts'
import styles from './alerts.module.css'

type PreviewChartProps = { preview: AlertPreview; rule: RuleDraft }

/** The measured values, the threshold and the incidents. */
export function PreviewChart({ preview, rule }: PreviewChartProps) {
  const { points, incidents, from, to } = preview
  const { threshold, measure } = rule
  const { label, format } = alertMeasures[measure]
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return <p className={styles.unmeasured}>No data in this period.</p>
  const low = Math.min(0, ...values, threshold ?? 0)
  const max = Math.max(...values, (threshold ?? 0) * 1.1)
  const ticks = tickBucket(from, to, 'hour')
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={points} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid {...grid} />
        {incidents.map((incident) => (
          <ReferenceArea
            key={incident.from}
            x1={incident.from}
            x2={incident.to ?? to}
            fill="var(--status-error)"
            fillOpacity={0.14}
          />
        ))}
        <XAxis
          dataKey="at"
          type="number"
          domain={[from, to]}
          tickFormatter={(timestamp: number) => formatChartTime(timestamp, ticks)}
          minTickGap={40}
          {...axis}
        />
        <YAxis domain={[low, max === low ? 1 : max]} {...valueAxis(format)} />
        <Tooltip
          isAnimationActive={false}
          content={
            <ChartTooltip
              format={format}
              title={(timestamp) => formatChartTime(Number(timestamp), 'hour', true)}
            />
          }
        />
        {threshold !== null && (
          <ReferenceLine y={threshold} stroke="var(--status-error)" strokeDasharray="4 3" />
        )}
        <Line
          dataKey="value"
          name={label}
          stroke="var(--accent)"
          strokeWidth={1.5}
          dot={false}
          connectNulls={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
