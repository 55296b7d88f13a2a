import { Link, useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../lib/format.ts'
import { ChartPanel } from '../../ui/charts/chart-panel.tsx'
import { formatAt } from '../../ui/charts/chart-style.ts'
import { widthOf } from './range.ts'
import { type RawUnit, rawOf, rawTitle } from '../../ui/charts/raw-unit.ts'
import { type Drawn, TimeChart } from './time-chart.tsx'
import { useDashboard } from './use-dashboard.ts'

type TimePanelProps = Drawn & {
  title: string
  total: string
  /** The trace filter that a click applies, in addition to the page's filter. */
  filter?: string | undefined
  /** The unit in the exported file: dollars for nano-dollars. */
  unit?: RawUnit | undefined
}

/** A chart over time with its table. Both link to the traces of a bucket. */
export function TimePanel({ title, total, filter, unit, ...drawn }: TimePanelProps) {
  const { span, zoom, listSearch } = useDashboard()
  const navigate = useNavigate()
  const { bucket } = span
  const { asides = [] } = drawn
  const width = widthOf(bucket)
  const labels = drawn.lines.map(({ label }) => label)
  const beside = (point: Drawn['data'][number]) => asides.map((label) => point[label] ?? null)
  const searchAt = (at: number) => listSearch(filter, { from: at, to: at + width })
  return (
    <ChartPanel
      title={title}
      total={total}
      legend={drawn.lines}
      twin={{
        columns: ['time', ...labels, ...asides],
        rawColumns: ['time', ...labels.map((label) => rawTitle(label, unit)), ...asides],
        rows: drawn.data.map((point) => ({
          key: String(point.at),
          cells: [
            formatAt(point.at, bucket, true),
            ...labels.map((label) => drawn.format(point[label] ?? null)),
            ...beside(point).map(formatCount),
          ],
          raw: [
            new Date(point.at / 1_000).toISOString(),
            ...labels.map((label) => rawOf(point[label] ?? null, unit)),
            ...beside(point),
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
        {...drawn}
        bucket={bucket}
        onZoom={(from, to) => zoom(from, to + width)}
        onPick={(at) => void navigate({ to: '/traces', search: searchAt(at) })}
      />
    </ChartPanel>
  )
}
