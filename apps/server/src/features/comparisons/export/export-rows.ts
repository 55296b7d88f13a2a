import type { Cell, ComparisonPlan, Json } from '@lathe/contract'
import papaparse from 'papaparse'
import { outputText } from '../cells/output-text.ts'

export type Format = 'csv' | 'jsonl' | 'md'

export type ExportRow = Record<string, Json>

/** One row a cell, with what was asked and how it was judged. */
export function exportRows(
  { variants, cases, checks }: Pick<ComparisonPlan, 'variants' | 'cases' | 'checks'>,
  grid: readonly Cell[],
): ExportRow[] {
  const names = new Map(variants.map(({ key, name }) => [key, name]))
  const rows = new Map(cases.map((row) => [row.key, row]))
  return grid.map((cell) => {
    const row = rows.get(cell.case)
    const judged = checks.flatMap(({ key, name }): [string, Json][] => {
      const evaluation = cell.evaluations[key]
      if (!evaluation) return []
      const verdict = evaluation.status === 'scored' ? evaluation.score : evaluation.status
      return [
        [name, verdict],
        [`${name}: reason`, evaluation.reason],
      ]
    })
    return {
      variant: names.get(cell.variant) ?? cell.variant,
      case: row?.name || cell.case,
      repeat: cell.repeat + 1,
      status: cell.status,
      input: row?.input ?? null,
      expected: row?.reference ?? null,
      output: cell.status === 'success' ? outputText(cell.output) : '',
      error: cell.error?.message ?? '',
      latencyMs: cell.latencyMs,
      inputTokens: cell.usage?.input ?? null,
      outputTokens: cell.usage?.output ?? null,
      costDollars: cell.cost === null ? null : cell.cost / 1e9,
      trace: cell.runId,
      ...Object.fromEntries(judged),
    }
  })
}

export function toFile(rows: readonly ExportRow[], format: Format): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((column) => flat(row[column] ?? null)))
  return format === 'csv' ? toCsv(columns, lines) : toMarkdown(columns, lines)
}

const flat = (value: Json): string => {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet takes a text that begins like a formula for one: an apostrophe before it says otherwise. */
const toCsv = (columns: string[], lines: string[][]) =>
  papaparse.unparse({ fields: columns, data: lines }, { escapeFormulae: true })

function toMarkdown(columns: readonly string[], lines: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |\n`
  return line(columns) + line(columns.map(() => '---')) + lines.map(line).join('')
}

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r?\n/g, '<br>')
