import { Link, useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../lib/format/format.ts'
import { ChartPanel } from '../../ui/charts/chart-panel.tsx'
import { formatChartTime } from '../../ui/charts/chart-style.ts'
import { bucketWidth } from './range.ts'
import { type CsvUnit, csvValue, csvTitle } from '../../ui/charts/chart-table-data.ts'
import { type ChartData, TimeChart } from './time-chart.tsx'
import { useDashboard } from './use-dashboard.ts'

type TimePanelProps = ChartData & {
  title: string
  total: string
  /** The trace filter that a click applies, in addition to the page's filter. */
  filter?: string | undefined
  /** The unit in the exported file: dollars for nano-dollars. */
  unit?: CsvUnit | undefined
}

/** A chart over time with its table. Both link to the traces of a bucket. */
export function TimePanel({ title, total, filter, unit, ...chart }: TimePanelProps) {
  const { span, zoom, listSearch } = useDashboard()
  const navigate = useNavigate()
  const { bucket } = span
  const { extraCounts: shownCounts = [] } = chart
  const width = bucketWidth(bucket)
  const labels = chart.lines.map(({ label }) => label)
  const extraCounts = (point: ChartData['data'][number]) =>
    shownCounts.map((label) => point[label] ?? null)
  const searchAt = (timestamp: number) =>
    listSearch(filter, { from: timestamp, to: timestamp + width })
  return (
    <ChartPanel
      title={title}
      total={total}
      legend={chart.lines}
      data={{
        columns: ['time', ...labels, ...shownCounts],
        rawColumns: ['time', ...labels.map((label) => csvTitle(label, unit)), ...shownCounts],
        rows: chart.data.map((point) => ({
          key: String(point.at),
          cells: [
            formatChartTime(point.at, bucket, true),
            ...labels.map((label) => chart.format(point[label] ?? null)),
            ...extraCounts(point).map(formatCount),
          ],
          raw: [
            new Date(point.at / 1_000).toISOString(),
            ...labels.map((label) => csvValue(point[label] ?? null, unit)),
            ...extraCounts(point),
          ],
        })),
      }}
      renderLink={({ key, cells }) => (
        <Link to="/traces" search={searchAt(Number(key))}>
          {cells[0]}
        </Link>
      )}
    >
      <TimeChart
        {...chart}
        bucket={bucket}
        onZoom={(from, to) => zoom(from, to + width)}
        onPick={(timestamp) => void navigate({ to: '/traces', search: searchAt(timestamp) })}
      />
    </ChartPanel>
  )
}
