import { type AlertRule, alertWindows } from '@lathe/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alertMeasures, csvColumn, describeIncidentCount } from '../../lib/format/alert-labels.ts'
import { api } from '../../lib/api/api.ts'
import { formatChartTime } from '../../ui/charts/chart-style.ts'
import { ChartPanel } from '../../ui/charts/chart-panel.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { isDrawable, type RuleDraft } from './alert-draft.ts'
import styles from './alerts.module.css'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { Suspense } from '../../ui/feedback/suspense.tsx'

const PreviewChart = lazyComponent(() => import('./preview-chart.tsx'), 'PreviewChart')

const PAUSE_MS = 300

const DAY = 86_400_000_000

const formatPast = (window: AlertRule['window']) => {
  const days = alertWindows[window].previewRange / DAY
  return days === 1 ? 'the last 24 hours' : `the last ${days} days`
}

/** Previews the rule on past traces while it is edited. */
export function AlertPreview({ rule }: { rule: RuleDraft }) {
  // Compare as text: the rule object is recreated on every keystroke.
  const [debouncedRule] = useDebouncedValue(JSON.stringify(rule), PAUSE_MS)
  const previewedRule: RuleDraft = JSON.parse(debouncedRule)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    api.alerts.preview.queryOptions({
      input: previewedRule,
      enabled: isDrawable(previewedRule),
      placeholderData: keepPreviousData,
      refetchInterval: 60_000,
    }),
  )
  if (error)
    return <ErrorPanel action="preview the rule" error={error} onRetry={() => void refetch()} />
  if (!data)
    return isPending && isDrawable(previewedRule) ? (
      <SkeletonRows contentLabel="the preview" rowHeight={200} count={1} />
    ) : (
      <p className={styles.muted}>The preview shows when this rule would have fired.</p>
    )
  const { label, format } = alertMeasures[previewedRule.measure]
  const { title, toRaw } = csvColumn(previewedRule.measure)
  const unitLabel = previewedRule.measure === 'feedback' ? 'scores' : 'traces'
  const pastLabel = formatPast(previewedRule.window)
  const total =
    previewedRule.threshold === null
      ? `${pastLabel}: enter a threshold`
      : `${describeIncidentCount(data.incidents.length)} in ${pastLabel}`
  const isFiringAt = (timestamp: number) =>
    data.incidents.some(({ from, to }) => from <= timestamp && (to === null || timestamp < to))
  return (
    <div className={styles.preview} data-stale={isPlaceholderData || undefined}>
      <ChartPanel
        title={label}
        total={total}
        data={{
          columns: ['time', label, unitLabel, 'state'],
          rawColumns: ['time', title, unitLabel, 'state'],
          rows: data.points.map(({ at: timestamp, value, count }) => ({
            key: String(timestamp),
            cells: [
              formatChartTime(timestamp, 'hour', true),
              format(value),
              String(count),
              isFiringAt(timestamp) ? 'firing' : '',
            ],
            raw: [
              new Date(timestamp / 1_000).toISOString(),
              toRaw(value),
              count,
              isFiringAt(timestamp) ? 'firing' : null,
            ],
          })),
        }}
      >
        <Suspense fallback={null}>
          <PreviewChart preview={data} rule={previewedRule} />
        </Suspense>
      </ChartPanel>
    </div>
  )
}
