import type { MetricsPoint, Spending } from '@lathe/contract'
import { type TokenParts, tokenParts } from '@lathe/traces'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatSpending,
  unknownCostReasons,
} from '../../lib/format/format.ts'
import { dollars, milliseconds, type CsvUnit } from '../../ui/charts/chart-table-data.ts'

export type Line = {
  label: string
  colour: string
  isDashed?: boolean
  /** Hidden if the whole range has no value. */
  isRare?: boolean
  value: (point: MetricsPoint) => number | null
}

export type Chart = {
  id: string
  title: string
  shape: 'bars' | 'stacked' | 'lines'
  lines: Line[]
  format: (value: number | null) => string
  /** Minimum extent of the axis, so that an empty chart has readable ticks. */
  minExtent?: number
  top?: number
  unit?: CsvUnit
  /** The total of the range beside the title. */
  total: (total: MetricsPoint) => string
  /** Counts that only the table and the file show, if above 0. */
  extraCounts?: { label: string; value: (point: MetricsPoint) => number }[]
  /** The trace filter that a click applies. */
  filter?: string
}

const share = (count: number, total: number) => (total === 0 ? null : count / total)

/** Cost of a bucket. Unknown as soon as the cost of one call is. */
export const pointSpending = ({ cost, unpriced, unmetered }: MetricsPoint): Spending => ({
  cost: unpriced + unmetered > 0 ? null : cost,
  pricedCost: cost ?? 0,
  unpriced,
  unmetered,
})

export const errorRate = ({ errors, runs }: MetricsPoint) => share(errors, runs)

const tokens = (
  label: string,
  colour: string,
  selectCount: (parts: TokenParts) => number,
): Line => ({
  label,
  colour,
  value: ({ usage }) => selectCount(tokenParts(usage)),
})

const asRare = (line: Line): Line => ({ ...line, isRare: true })

/** The lines to draw for a range with this total. */
export const listShownLines = ({ lines }: Chart, total: MetricsPoint): Line[] =>
  lines.filter(({ isRare = false, value }) => !isRare || (value(total) ?? 0) > 0)

/** The charts of the dashboard. One definition for drawing, table and CSV. */
export const charts: Chart[] = [
  {
    id: 'runs',
    title: 'Runs',
    shape: 'stacked',
    lines: [
      {
        label: 'succeeded',
        colour: 'var(--accent)',
        value: ({ runs, errors }) => runs - errors,
      },
      { label: 'failed', colour: 'var(--status-error)', value: ({ errors }) => errors },
    ],
    format: formatCount,
    total: ({ runs }) => formatCount(runs),
  },
  {
    id: 'error-rate',
    title: 'Error rate',
    shape: 'lines',
    lines: [{ label: 'error rate', colour: 'var(--status-error)', value: errorRate }],
    minExtent: 0.05,
    top: 1,
    format: formatPercent,
    total: (total) => `${formatPercent(errorRate(total))} · ${formatCount(total.errors)} failed`,
    filter: 'status:error',
  },
  {
    id: 'tokens',
    title: 'Tokens',
    shape: 'stacked',
    lines: [
      tokens('in', 'var(--chart-p99)', ({ input, cachedWrite }) => input + cachedWrite),
      tokens(
        'in, cached',
        'var(--chart-p50)',
        ({ cachedRead, audioCached }) => cachedRead + audioCached,
      ),
      asRare(tokens('in, audio', 'var(--kind-tool)', ({ audioInput }) => audioInput)),
      tokens('out', 'var(--kind-model)', ({ output }) => output),
      asRare(tokens('out, reasoning', 'var(--chart-reasoning)', ({ reasoning }) => reasoning)),
      asRare(tokens('out, audio', 'var(--chart-spoken)', ({ audioOutput }) => audioOutput)),
      asRare(
        tokens(
          'audio, unknown direction',
          'var(--kind-step)',
          ({ unknownInputAudio, unknownOutputAudio }) => unknownInputAudio + unknownOutputAudio,
        ),
      ),
    ],
    format: formatCount,
    total: ({ usage }) => `${formatCount(usage.input)} → ${formatCount(usage.output)}`,
  },
  {
    id: 'cost',
    title: 'Cost',
    shape: 'bars',
    lines: [{ label: 'cost', colour: 'var(--accent)', value: ({ cost }) => cost }],
    minExtent: 1_000_000,
    format: formatCost,
    unit: dollars,
    extraCounts: [
      { label: 'calls without a price', value: ({ unpriced }) => unpriced },
      { label: 'calls without token counts', value: ({ unmetered }) => unmetered },
    ],
    total: (total) =>
      [formatSpending(pointSpending(total)), ...unknownCostReasons(pointSpending(total))].join(
        ' · ',
      ),
  },
  {
    id: 'latency',
    title: 'Run latency',
    shape: 'lines',
    lines: [
      { label: 'p50', colour: 'var(--chart-p50)', value: ({ latency }) => latency.p50 },
      { label: 'p95', colour: 'var(--chart-p95)', value: ({ latency }) => latency.p95 },
      {
        label: 'p99',
        colour: 'var(--chart-p99)',
        isDashed: true,
        value: ({ latency }) => latency.p99,
      },
    ],
    format: formatDuration,
    unit: milliseconds,
    total: ({ latency }) =>
      `p50 ${formatDuration(latency.p50)} · p95 ${formatDuration(latency.p95)}`,
  },
  {
    id: 'first-token',
    title: 'Time to first token',
    shape: 'lines',
    lines: [
      { label: 'p50', colour: 'var(--chart-p50)', value: ({ firstToken }) => firstToken.p50 },
      { label: 'p95', colour: 'var(--chart-p95)', value: ({ firstToken }) => firstToken.p95 },
      {
        label: 'p99',
        colour: 'var(--chart-p99)',
        isDashed: true,
        value: ({ firstToken }) => firstToken.p99,
      },
    ],
    format: formatDuration,
    unit: milliseconds,
    total: ({ firstToken }) =>
      `p50 ${formatDuration(firstToken.p50)} · p95 ${formatDuration(firstToken.p95)}`,
  },
  {
    id: 'tools',
    title: 'Tool calls',
    shape: 'stacked',
    lines: [
      {
        label: 'succeeded',
        colour: 'var(--kind-tool)',
        value: ({ toolCalls, toolErrors }) => toolCalls - toolErrors,
      },
      { label: 'failed', colour: 'var(--status-error)', value: ({ toolErrors }) => toolErrors },
    ],
    format: formatCount,
    total: ({ toolCalls, toolErrors }) =>
      `${formatCount(toolErrors)} of ${formatCount(toolCalls)} failed`,
    filter: 'tool:*',
  },
]
