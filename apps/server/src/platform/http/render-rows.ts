import type { ComparisonExportFormat, Json } from '@lathe/contract'
import { type CsvCell, csvLine } from './csv.ts'

/** A row by column name. */
export type FileRow = Record<string, Json>

export const FILE_TYPES: Record<ComparisonExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/x-ndjson',
  md: 'text/markdown;charset=utf-8',
}

/** Renders rows as file content. Tables get a column for each name that occurs in any row. */
export function renderRows(rows: readonly FileRow[], format: ComparisonExportFormat): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((column) => toCell(row[column] ?? null)))
  return format === 'csv' ? [columns, ...lines].map(csvLine).join('') : toMarkdown(columns, lines)
}

function toCell(value: Json): CsvCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toMarkdown(columns: readonly string[], lines: readonly CsvCell[][]): string {
  const line = (cells: readonly CsvCell[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |\n`
  return line(columns) + line(columns.map(() => '---')) + lines.map(line).join('')
}

/** Escapes HTML: a Markdown renderer would drop tags and load images from model output. */
export const escapeMarkdown = (cell: CsvCell): string =>
  String(cell ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('\\', '\\\\')
    .replaceAll('![', String.raw`\![`)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r\n|[\r\n]/g, '<br>')
