import { formatFeedback } from '@lathe/traces'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatCount, formatTimes } from '../../lib/format.ts'
import { TimePanel } from './time-panel.tsx'
import { useDashboard } from './use-dashboard.ts'

const MOST = 3

/** Average scores of what was said most; nothing where nobody has said anything. */
export function FeedbackCharts() {
  const { span, of } = useDashboard()
  const { data = [] } = useQuery(
    api.metrics.feedback.queryOptions({
      input: { ...span, ...of },
      placeholderData: keepPreviousData,
      refetchInterval: 15_000,
    }),
  )
  return data.slice(0, MOST).map(({ key, count, average, points }) => {
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
        least={isScored ? 1 : undefined}
        filter={formatFeedback(key)}
      />
    )
  })
}

const formatScore = (score: number | null): string =>
  score === null ? '—' : score.toLocaleString('en', { maximumFractionDigits: 2 })
