import { Link, useNavigate } from '@tanstack/react-router'
import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  usePlotArea,
} from 'recharts'
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx'
import { type CsvUnit, csvValue, csvTitle } from '../../../ui/charts/chart-table-data.ts'
import {
  formatChartTime,
  axis,
  grid,
  unthrottled,
  valueAxis,
} from '../../../ui/charts/chart-style.ts'
import type { HistoryPoint, Figure } from './history-points.ts'
import { ChartTooltip } from '../../../ui/charts/chart-tooltip.tsx'

type HistoryPanelProps = HistoryLines & {
  title: string
  points: readonly HistoryPoint[]
  /** The unit in the exported file. */
  unit?: CsvUnit
}

const VERSION_COLOUR = 'var(--accent)'
const BASELINE_COLOUR = 'var(--text-subtle)'

const legend = [
  { label: 'version', colour: VERSION_COLOUR },
  { label: 'baseline', colour: BASELINE_COLOUR, isDashed: true },
]

/** A metric over the runs of a suite. Chart and table link to the comparisons. */
export function HistoryPanel({ title, points, unit, ...lines }: HistoryPanelProps) {
  const navigate = useNavigate()
  const { version, baseline, format } = lines
  const formatFigure = (point: HistoryPoint, figure: Figure) =>
    point[figure] === null ? `— ${point.explain(figure)}` : format(point[figure])
  const unknown = { label: 'unknown', colour: BASELINE_COLOUR, isHollow: true }
  const newest = points.findLast((point) => point[version] !== null)
  return (
    <ChartPanel
      title={title}
      total={newest ? `${newest.label}: ${format(newest[version])}` : ''}
      legend={points.some((point) => point[version] === null) ? [...legend, unknown] : legend}
      data={{
        columns: ['run', 'version', 'regression', title, 'baseline'],
        rawColumns: [
          'run',
          'version',
          'regression',
          csvTitle(title, unit),
          csvTitle('baseline', unit),
        ],
        rows: points.map((point) => ({
          key: point.id,
          cells: [
            formatChartTime(point.createdAt, 'hour', true),
            point.label,
            point.isRegression ? 'yes' : 'no',
            formatFigure(point, version),
            formatFigure(point, baseline),
          ],
          raw: [
            new Date(point.createdAt / 1_000).toISOString(),
            point.label,
            point.isRegression ? 'yes' : 'no',
            csvValue(point[version], unit),
            csvValue(point[baseline], unit),
          ],
        })),
      }}
      renderLink={({ key, cells }) => (
        <Link to="/compare/$id" params={{ id: key }}>
          {cells[0]}
        </Link>
      )}
    >
      <HistoryChart
        {...lines}
        points={points}
        onOpen={(id) => void navigate({ to: '/compare/$id', params: { id } })}
      />
    </ChartPanel>
  )
}

type HistoryLines = {
  version: Figure
  baseline: Figure
  format: (value: number | null) => string
  top?: number
}

type HistoryChartProps = HistoryLines & {
  points: readonly HistoryPoint[]
  onOpen: (id: string) => void
}

const pointTitle = ({ label, createdAt }: HistoryPoint) =>
  `${label} · ${formatChartTime(createdAt, 'hour', true)}`

/** Version and baseline over the runs. */
function HistoryChart(props: HistoryChartProps) {
  const { points, version, baseline, format, top, onOpen } = props
  const byId = new Map(points.map((point) => [point.id, point]))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...points]}
        syncId="suite"
        {...unthrottled}
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
              explainGap={(id, name) =>
                byId.get(String(id))?.explain(name === 'version' ? version : baseline)
              }
              title={(id) => {
                const point = byId.get(String(id))
                return point ? pointTitle(point) : ''
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

type RunDotProps = {
  figure: Figure
  /** Passed by Recharts. */
  cx?: number | null
  cy?: number | null
  payload?: HistoryPoint
}

const RADIUS = 3.5

/** Shows a regression by shape and color. An unknown value is a ring at the bottom. */
export function RunDot({ figure, cx, cy, payload }: RunDotProps) {
  const plot = usePlotArea()
  if (cx == null || !payload || !plot) return <g />
  if (cy == null) {
    return (
      <circle
        cx={cx}
        cy={plot.y + plot.height - 2 * RADIUS}
        r={RADIUS}
        fill="var(--canvas)"
        stroke={BASELINE_COLOUR}
      >
        <title>{`${payload.label}: unknown. ${payload.explain(figure)}`}</title>
      </circle>
    )
  }
  if (payload.isRegression) {
    return <rect x={cx - 4} y={cy - 4} width={8} height={8} fill="var(--status-error)" />
  }
  return <circle cx={cx} cy={cy} r={RADIUS} fill={VERSION_COLOUR} />
}
