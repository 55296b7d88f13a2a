import type { PromptMetrics } from '@lathe/contract'
import { divideSpending } from '@lathe/traces'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Count, Duration, TotalCost, Tokens } from '../../ui/status/quantities.tsx'

export function MetricsView({ name }: { name: string }) {
  const { data: metrics } = useSuspenseQuery(
    api.prompts.metrics.queryOptions({ input: { prompt: name } }),
  )
  const columns = useMemo(() => metricColumns(metrics), [metrics])
  if (metrics.length === 0)
    return (
      <EmptyState
        title="No version has run yet"
        hint="Latency, tokens, cost and feedback of each version appear here after an agent or a comparison has run it."
      />
    )
  return (
    <DataTable
      label="Metrics by version"
      columns={columns}
      rows={metrics}
      rowId={({ version }) => String(version)}
      options={{ tone: ({ errors }) => (errors > 0 ? 'error' : undefined) }}
    />
  )
}

type Metric = Column<PromptMetrics>
const numeric = (id: string, header: string, cell: Metric['cell'], width = '96px'): Metric => ({
  id,
  header,
  width,
  isNumeric: true,
  cell,
})

function metricColumns(metrics: readonly PromptMetrics[]): Metric[] {
  const keys = [...new Set(metrics.flatMap(({ scores }) => scores.map(({ key }) => key)))]
  return [
    { id: 'version', header: 'Version', cell: ({ version }) => `v${version}` },
    ...keys.map((key) =>
      numeric(
        `score.${key}`,
        `Mean ${key}`,
        ({ scores }) => {
          const score = scores.find((item) => item.key === key)
          return score ? <span title={`of ${score.count}`}>{score.mean.toFixed(3)}</span> : '—'
        },
        '130px',
      ),
    ),
    numeric('runs', 'Runs', ({ runs }) => <Count value={runs} />, '80px'),
    numeric('calls', 'Calls', ({ calls }) => <Count value={calls} />, '80px'),
    numeric('errors', 'Errors', ({ errors }) => <Count value={errors} />, '80px'),
    numeric('p50', 'p50', ({ p50Ms }) => <Duration ms={p50Ms} />),
    numeric('p95', 'p95', ({ p95Ms }) => <Duration ms={p95Ms} />),
    numeric(
      'tokens',
      'Tokens per answer',
      ({ inputTokens, outputTokens, calls, errors }) => {
        const answers = calls - errors
        if (answers === 0) return '—'
        return (
          <Tokens
            usage={{
              input: Math.round(inputTokens / answers),
              output: Math.round(outputTokens / answers),
            }}
          />
        )
      },
      '140px',
    ),
    numeric(
      'cost',
      'Cost per answer',
      ({ calls, errors, ...spending }) =>
        calls === errors ? '—' : <TotalCost spending={divideSpending(spending, calls - errors)} />,
      '120px',
    ),
  ]
}
