import { useQuery } from '@tanstack/react-query'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useNow } from '../../lib/use-now.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { formatAt } from './chart-style.ts'
import { charts } from './series.ts'
import { spanOf, type Range } from './range.ts'
import { TimeChart } from './time-chart.tsx'
import styles from './overview.module.css'

type OverTimeProps = { range: Range; agent: string | undefined }

/** Runs, errors, tokens, cost and latencies over time, from the rollups. */
export function OverTime({ range, agent }: OverTimeProps) {
  const span = spanOf(range, useNow(60_000).getTime())
  const { data, error, isPending, refetch } = useQuery(
    api.metrics.series.queryOptions({
      input: { ...span, agent },
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
    }),
  )
  if (isPending) return <SkeletonRows awaiting="the charts" rowHeight={200} count={2} />
  if (error)
    return <ErrorPanel attempted="load the charts" error={error} onRetry={() => void refetch()} />

  return (
    <div className={styles.grid}>
      {charts.map((chart) => (
        <ChartPanel
          key={chart.id}
          title={chart.title}
          total={chart.total(data.total)}
          legend={chart.lines}
          twin={{
            columns: ['time', ...chart.lines.map((line) => line.label)],
            rows: data.points.map((point) => ({
              key: String(point.at),
              cells: [
                formatAt(point.at, span.bucket, true),
                ...chart.lines.map((line) => chart.format(line.value(point))),
              ],
            })),
          }}
        >
          <TimeChart chart={chart} points={data.points} bucket={span.bucket} />
        </ChartPanel>
      ))}
    </div>
  )
}
