import { Link, useNavigate } from '@tanstack/react-router'
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx'
import { type RawUnit, rawOf, rawTitle } from '../../../ui/charts/raw-unit.ts'
import { formatAt } from '../../../ui/charts/chart-style.ts'
import { HistoryChart, type HistoryLines } from './history-chart.tsx'
import type { HistoryPoint } from './history-points.ts'
import { BASELINE_COLOUR, VERSION_COLOUR } from './run-dot.tsx'
import type { Figure } from './why-unknown.ts'

type HistoryPanelProps = HistoryLines & {
  title: string
  points: readonly HistoryPoint[]
  /** Of a file. */
  unit?: RawUnit
}

const legend = [
  { label: 'version', colour: VERSION_COLOUR },
  { label: 'baseline', colour: BASELINE_COLOUR, isDashed: true },
]

/** One figure over the runs of a suite; chart and table both lead to the comparison of a run. */
export function HistoryPanel({ title, points, unit, ...lines }: HistoryPanelProps) {
  const navigate = useNavigate()
  const { version, baseline, format } = lines
  const textOf = (point: HistoryPoint, figure: Figure) =>
    point[figure] === null ? `— ${point.why(figure)}` : format(point[figure])
  const unknown = { label: 'not known', colour: BASELINE_COLOUR, isHollow: true }
  const newest = points.findLast((point) => point[version] !== null)
  return (
    <ChartPanel
      title={title}
      total={newest ? `${newest.label}: ${format(newest[version])}` : ''}
      legend={points.some((point) => point[version] === null) ? [...legend, unknown] : legend}
      twin={{
        columns: ['run', 'version', 'regression', title, 'baseline'],
        rawColumns: [
          'run',
          'version',
          'regression',
          rawTitle(title, unit),
          rawTitle('baseline', unit),
        ],
        rows: points.map((point) => ({
          key: point.id,
          cells: [
            formatAt(point.at, 'hour', true),
            point.label,
            point.isRegression ? 'yes' : 'no',
            textOf(point, version),
            textOf(point, baseline),
          ],
          raw: [
            new Date(point.at / 1_000).toISOString(),
            point.label,
            point.isRegression ? 'yes' : 'no',
            rawOf(point[version], unit),
            rawOf(point[baseline], unit),
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
