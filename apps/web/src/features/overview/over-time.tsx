import type { MetricsPoint } from '@lathe/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatFeedback } from '@lathe/traces'
import { api } from '../../lib/api/api.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { type Chart, charts, listShownLines } from './series.ts'
import { TimePanel } from './time-panel.tsx'
import { useDashboard } from './use-dashboard.ts'
import { formatCount, formatTimes } from '../../lib/format/format.ts'
import styles from './overview.module.css'

/** Charts of runs, errors, tokens, cost and latency from rollups. */
export function OverTime() {
  const { span, of } = useDashboard()
  const { data, error, isPending, refetch } = useQuery(
    api.metrics.series.queryOptions({
      input: { ...span, ...of },
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
    }),
  )
  if (isPending) return <SkeletonRows contentLabel="the charts" rowHeight={200} count={2} />
  if (error)
    return <ErrorPanel action="load the charts" error={error} onRetry={() => void refetch()} />

  return (
    <div className={styles.grid}>
      {charts.map((chart) => (
        <TimePanel
          key={chart.id}
          title={chart.title}
          total={chart.total(data.total)}
          shape={chart.shape}
          lines={listShownLines(chart, data.total)}
          data={data.points.map((point) => toDatum(chart, point))}
          format={chart.format}
          minExtent={chart.minExtent}
          top={chart.top}
          unit={chart.unit}
          filter={chart.filter}
          extraCounts={listExtraCounts(chart, data.total)}
        />
      ))}
      <FeedbackCharts />
    </div>
  )
}

const listExtraCounts = ({ extraCounts = [] }: Chart, total: MetricsPoint) =>
  extraCounts.filter(({ value }) => value(total) > 0).map(({ label }) => label)

const toDatum = ({ lines, extraCounts = [] }: Chart, point: MetricsPoint) => ({
  at: point.at,
  ...Object.fromEntries(
    [...extraCounts, ...lines].map(({ label, value }) => [label, value(point)]),
  ),
})

const MAX_SERIES = 3

/** The average scores of the most frequent feedback. Renders nothing without feedback. */
export function FeedbackCharts() {
  const { span, of } = useDashboard()
  const { data = [] } = useQuery(
    api.metrics.feedback.queryOptions({
      input: { ...span, ...of },
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
    }),
  )
  return data.slice(0, MAX_SERIES).map(({ key, count, average, points }) => {
    const isScored = average !== null
    return (
      <TimePanel
        key={key}
        title={`Feedback: ${key}`}
        total={`${isScored ? `average ${formatScore(average)} · ` : ''}${formatTimes(count)}`}
        shape={isScored ? 'lines' : 'bars'}
        lines={[{ label: isScored ? 'average' : 'times', colour: 'var(--kind-model)' }]}
        data={points.map((point) => ({
          at: point.at,
          ...(isScored ? { average: point.average } : { times: point.count }),
        }))}
        format={isScored ? formatScore : formatCount}
        minExtent={isScored ? 1 : undefined}
        filter={formatFeedback(key)}
      />
    )
  })
}

const formatScore = (score: number | null): string =>
  score === null ? '—' : score.toLocaleString('en', { maximumFractionDigits: 2 })
