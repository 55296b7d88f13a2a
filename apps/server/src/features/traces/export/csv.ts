import type { Trace } from '@lathe/contract'
import { toIso } from '@lathe/traces'

type Cell = string | number | null

const COLUMNS: Record<string, (trace: Trace) => Cell> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  name: ({ name }) => name,
  status: ({ status }) => status,
  agent: ({ agentSlug }) => agentSlug,
  version: ({ version }) => version,
  project: ({ project }) => project,
  source: ({ source }) => source,
  thread: ({ threadId }) => threadId,
  started_at: ({ startedAt }) => toIso(startedAt),
  duration_ms: ({ startedAt, endedAt }) => millis(startedAt, endedAt),
  first_token_ms: ({ startedAt, firstTokenAt }) => millis(startedAt, firstTokenAt),
  spans: ({ spanCount }) => spanCount,
  tokens_in: ({ usage }) => usage.input,
  tokens_out: ({ usage }) => usage.output,
  tokens_cached: ({ usage }) => usage.cachedRead,
  // Empty where it is not known, which is not 0.
  cost_usd: ({ cost }) => (cost === null ? null : cost / 1e9),
  error: ({ error }) => error?.message ?? null,
  tags: ({ tags }) => tags.join(' '),
}

const millis = (from: number, to: number | null) => (to === null ? null : (to - from) / 1_000)

export const csvHead = (): string => csvLine(Object.keys(COLUMNS))

export const csvRow = (trace: Trace): string =>
  csvLine(Object.values(COLUMNS).map((cell) => cell(trace)))

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Spreadsheets run text that begins like a formula: an apostrophe makes it text again. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
