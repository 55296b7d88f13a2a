import type { MetricsPoint } from '@lathe/contract'
import { formatCost, formatCount, formatDuration } from '../../lib/format.ts'

export type Line = {
  label: string
  colour: string
  value: (point: MetricsPoint) => number | null
}

export type Chart = {
  id: string
  title: string
  shape: 'bars' | 'stacked' | 'lines'
  lines: Line[]
  format: (value: number | null) => string
  /** The axis reaches at least this far, so that nothing at all has readable ticks. */
  least?: number
  /** The figure beside the title, from the whole range. */
  total: (total: MetricsPoint) => string
}

/** One definition of what is charted, for the drawing, its table and the CSV. */
export const charts: Chart[] = [
  {
    id: 'runs',
    title: 'Runs',
    shape: 'stacked',
    lines: [
      {
        label: 'did not fail',
        colour: 'var(--accent)',
        value: ({ runs, errors }) => runs - errors,
      },
      { label: 'failed', colour: 'var(--status-error)', value: ({ errors }) => errors },
    ],
    format: formatCount,
    total: ({ runs }) => formatCount(runs),
  },
  {
    id: 'errors',
    title: 'Errors',
    shape: 'bars',
    lines: [
      { label: 'runs failed', colour: 'var(--status-error)', value: ({ errors }) => errors },
      { label: 'tool errors', colour: 'var(--kind-step)', value: ({ toolErrors }) => toolErrors },
    ],
    format: formatCount,
    total: ({ errors }) => formatCount(errors),
  },
  {
    id: 'tokens',
    title: 'Tokens',
    shape: 'stacked',
    lines: [
      {
        label: 'in',
        colour: 'var(--chart-p99)',
        value: ({ usage }) => usage.input - usage.cachedRead,
      },
      { label: 'in, cached', colour: 'var(--chart-p50)', value: ({ usage }) => usage.cachedRead },
      { label: 'out', colour: 'var(--kind-model)', value: ({ usage }) => usage.output },
    ],
    format: formatCount,
    total: ({ usage }) => `${formatCount(usage.input)} → ${formatCount(usage.output)}`,
  },
  {
    id: 'cost',
    title: 'Cost',
    shape: 'bars',
    lines: [{ label: 'cost', colour: 'var(--accent)', value: ({ cost }) => cost }],
    least: 1_000_000,
    format: formatCost,
    total: ({ cost, unpriced }) =>
      formatCost(cost) + (unpriced > 0 ? ` + ${formatCount(unpriced)} calls of unknown price` : ''),
  },
  {
    id: 'latency',
    title: 'Latency of runs',
    shape: 'lines',
    lines: [
      { label: 'p50', colour: 'var(--chart-p50)', value: ({ latency }) => latency.p50 },
      { label: 'p95', colour: 'var(--chart-p99)', value: ({ latency }) => latency.p95 },
    ],
    format: formatDuration,
    total: ({ latency }) =>
      `p50 ${formatDuration(latency.p50)} · p95 ${formatDuration(latency.p95)}`,
  },
  {
    id: 'first-token',
    title: 'Time to first token',
    shape: 'lines',
    lines: [
      { label: 'p50', colour: 'var(--chart-p50)', value: ({ firstToken }) => firstToken.p50 },
      { label: 'p95', colour: 'var(--chart-p99)', value: ({ firstToken }) => firstToken.p95 },
    ],
    format: formatDuration,
    total: ({ firstToken }) =>
      `p50 ${formatDuration(firstToken.p50)} · p95 ${formatDuration(firstToken.p95)}`,
  },
]
