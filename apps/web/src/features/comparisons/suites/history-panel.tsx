import { Link, useNavigate } from '@tanstack/react-router'
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx'
import { formatAt } from '../../../ui/charts/chart-style.ts'
import {
  BASELINE_COLOUR,
  HistoryChart,
  type HistoryLines,
  VERSION_COLOUR,
} from './history-chart.tsx'
import type { HistoryPoint } from './history-points.ts'

type HistoryPanelProps = HistoryLines & { title: string; points: readonly HistoryPoint[] }

const legend = [
  { label: 'version', colour: VERSION_COLOUR },
  { label: 'baseline', colour: BASELINE_COLOUR },
]

/** One figure over the runs of a suite; chart and table both lead to the comparison of a run. */
export function HistoryPanel({ title, points, ...lines }: HistoryPanelProps) {
  const navigate = useNavigate()
  const { version, baseline, format } = lines
  const newest = points.findLast((point) => point[version] !== null)
  return (
    <ChartPanel
      title={title}
      total={newest ? `${newest.label}: ${format(newest[version])}` : ''}
      legend={legend}
      twin={{
        columns: ['run', 'version', 'regression', title, 'baseline'],
        rows: points.map((point) => ({
          key: point.id,
          cells: [
            formatAt(point.at, 'hour', true),
            point.label,
            point.isRegression ? 'yes' : 'no',
            format(point[version]),
            format(point[baseline]),
          ],
          raw: [
            new Date(point.at / 1_000).toISOString(),
            point.label,
            point.isRegression ? 'yes' : 'no',
            point[version],
            point[baseline],
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
