import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useEffect, useState } from 'react'
import { ChartTooltip } from '../../ui/charts/chart-tooltip.tsx'
import {
  axis,
  dayTicks,
  formatChartTime,
  grid,
  unthrottled,
  tickBucket,
  valueAxis,
} from '../../ui/charts/chart-style.ts'
import { formatCount } from '../../lib/format/format.ts'
import type { Bucket } from './range.ts'
import styles from './overview.module.css'

export type ChartData = {
  shape: 'bars' | 'stacked' | 'lines'
  lines: { label: string; colour: string; isDashed?: boolean }[]
  /** One per bucket, with values by line label. */
  data: { at: number; [label: string]: number | null }[]
  format: (value: number | null) => string
  /** Minimum extent of the axis. */
  minExtent?: number | undefined
  /** Maximum extent of the axis. */
  top?: number | undefined
  /** Labels of counts that only tooltip and table show. */
  extraCounts?: string[] | undefined
}

type TimeChartProps = ChartData & {
  bucket: Bucket
  /** Called with the start of the first and last selected bucket. */
  onZoom: (from: number, to: number) => void
  onPick?: (at: number) => void
}

/** Above this number of points, dots are smaller. */
const MANY_POINTS = 60

const axisMax = (
  dataMax: number,
  { minExtent, top }: Pick<ChartData, 'minExtent' | 'top'>,
): number | 'auto' => {
  if (minExtent !== undefined && dataMax <= minExtent) return minExtent
  return top !== undefined && dataMax > top * 0.7 ? top : 'auto'
}

function formatAsides(data: ChartData['data'], timestamp: number, labels: readonly string[]) {
  const point = data.find((datum) => datum.at === timestamp)
  const counts = labels.flatMap((label) => {
    const count = point?.[label]
    return count ? [`${formatCount(count)} ${label}`] : []
  })
  return counts.length > 0 ? counts.join(', ') : undefined
}

/** A chart that shares its time axis and crosshair with the others. */
export function TimeChart(props: TimeChartProps) {
  const {
    shape,
    lines,
    data,
    format,
    minExtent,
    top,
    extraCounts = [],
    bucket,
    onZoom,
    onPick,
  } = props
  const { area, handlers } = useDragOver({ onZoom, onPick })
  const dataMax = Math.max(...data.flatMap((datum) => lines.map(({ label }) => datum[label] ?? 0)))
  const yMax = axisMax(dataMax, { minExtent, top })
  const tick = tickBucket(data[0]?.at ?? 0, data.at(-1)?.at ?? 0, bucket)
  const ticks = dayTicks(
    data.map(({ at }) => at),
    tick,
  )
  const isEmpty = data.every((datum) => lines.every(({ label }) => (datum[label] ?? null) === null))
  const radius = data.length > MANY_POINTS ? 1.25 : 2.5
  if (isEmpty) return <p className={styles.unmeasured}>No data in this time range</p>
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        // Recharts keeps the active index. Remount when the range changes.
        key={`${data[0]?.at}-${data.at(-1)?.at}-${data.length}`}
        data={data}
        syncId="overview"
        syncMethod="value"
        {...unthrottled}
        margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
        style={{ cursor: onPick ? 'pointer' : 'crosshair', userSelect: 'none' }}
        {...handlers}
      >
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="at"
          tickFormatter={(timestamp: number) => formatChartTime(timestamp, tick)}
          minTickGap={40}
          scale="band"
          {...(ticks && { ticks })}
          {...axis}
        />
        <YAxis
          domain={[0, yMax]}
          {...valueAxis(format)}
          {...(yMax !== 'auto' && { tickCount: 3 })}
        />
        <Tooltip
          isAnimationActive={false}
          content={
            <ChartTooltip
              format={format}
              title={(timestamp) => formatChartTime(Number(timestamp), bucket, true)}
              renderNote={(timestamp) => formatAsides(data, Number(timestamp), extraCounts)}
            />
          }
        />
        {area && (
          <ReferenceArea x1={area.from} x2={area.to} fill="var(--accent)" fillOpacity={0.16} />
        )}
        {lines.map(({ label, colour, isDashed }) =>
          shape === 'lines' ? (
            <Line
              key={label}
              dataKey={label}
              stroke={colour}
              strokeWidth={1.5}
              {...(isDashed && { strokeDasharray: '4 3' })}
              dot={{ r: radius, strokeWidth: 0, fill: colour }}
              connectNulls={false}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={label}
              dataKey={label}
              fill={colour}
              {...(shape === 'stacked' && { stackId: 'all' })}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

type DragOptions = {
  onZoom: (from: number, to: number) => void
  onPick: ((at: number) => void) | undefined
}

/** The part of the Recharts mouse state that is used. */
type ChartPointer = { activeLabel?: string | number | undefined }

type Drag = { start: number; end: number; isOutside: boolean }

/** A click selects one bucket. A drag zooms to several, even if it ends outside the chart. */
export function useDragOver({ onZoom, onPick }: DragOptions) {
  const [drag, setDrag] = useState<Drag>()
  const finish = () => {
    setDrag(undefined)
    if (!drag) return
    if (drag.start !== drag.end)
      onZoom(Math.min(drag.start, drag.end), Math.max(drag.start, drag.end))
    else if (!drag.isOutside) onPick?.(drag.start)
  }
  const isOutside = drag?.isOutside ?? false
  useEffect(() => {
    if (!isOutside) return undefined
    addEventListener('mouseup', finish)
    return () => removeEventListener('mouseup', finish)
  })
  return {
    area: drag &&
      drag.start !== drag.end && {
        from: Math.min(drag.start, drag.end),
        to: Math.max(drag.start, drag.end),
      },
    handlers: {
      onMouseDown: ({ activeLabel }: ChartPointer) => {
        if (activeLabel !== undefined)
          setDrag({ start: Number(activeLabel), end: Number(activeLabel), isOutside: false })
      },
      onMouseMove: ({ activeLabel }: ChartPointer) => {
        if (activeLabel !== undefined)
          setDrag((current) => current && { ...current, end: Number(activeLabel) })
      },
      onMouseUp: finish,
      // Recharts delivers moves late, even after the leave event.
      onMouseEnter: () => setDrag((current) => current && { ...current, isOutside: false }),
      onMouseLeave: () => setDrag((current) => current && { ...current, isOutside: true }),
    },
  }
}
