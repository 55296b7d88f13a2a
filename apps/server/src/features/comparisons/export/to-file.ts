import type { ComparisonDetail, ComparisonExportFormat, Json } from '@lathe/contract'
import { askAlike } from '@lathe/verdicts'
import { type CsvCell, csvLine } from '../../../http/csv.ts'
import { type ExportRow, exportRows } from './export-rows.ts'

const TYPES: Record<ComparisonExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/x-ndjson',
  md: 'text/markdown;charset=utf-8',
}

export async function toFile(
  detail: Pick<ComparisonDetail, 'name' | 'plan' | 'grid' | 'told'>,
  format: ComparisonExportFormat,
): Promise<File> {
  const rows = textOf(await exportRows(detail), format)
  const text = format === 'md' ? `${heading(detail)}${rows}` : rows
  return new File([text], `${detail.name}.${format}`, { type: TYPES[format] })
}

function textOf(rows: readonly ExportRow[], format: ComparisonExportFormat): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column] ?? null)))
  return format === 'csv' ? [columns, ...lines].map(csvLine).join('') : toMarkdown(columns, lines)
}

function cellOf(value: Json): CsvCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toMarkdown(columns: readonly string[], lines: readonly CsvCell[][]): string {
  const line = (cells: readonly CsvCell[]) => `| ${cells.map(escaped).join(' | ')} |\n`
  return line(columns) + line(columns.map(() => '---')) + lines.map(line).join('')
}

/** What a reader of the table wants first. */
function heading({ name, told, plan }: Pick<ComparisonDetail, 'name' | 'told' | 'plan'>): string {
  const said = told?.variants.map(({ sentence }) => sentence) ?? []
  const caveat = said.length > 0 ? askAlike(plan) : null
  const sentences = [...said, ...(caveat === null ? [] : [caveat])].map(
    (one) => `${escaped(one)}\n\n`,
  )
  return `# ${escaped(name)}\n\n${sentences.join('')}`
}

/** Tags would be taken for the page's own: an answer in HTML would lose them, and a picture in it be fetched. */
const escaped = (cell: CsvCell) =>
  String(cell ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('\\', '\\\\')
    .replaceAll('![', String.raw`\![`)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r\n|[\r\n]/g, '<br>')
