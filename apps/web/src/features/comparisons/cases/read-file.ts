import { isSplitDataUrl, type Json, type JsonObject, SPLIT_DATA_URL_HINT } from '@lathe/contract'
import papaparse from 'papaparse'
import { formatBytes } from '../../../lib/format/format.ts'

/** A file of cases with its text, or the reason it cannot be read. */
export type CaseFile = { name: string; text: string; note?: string; problem?: string }

const MOST_BYTES = 16_000_000

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export async function readCaseFile(file: File): Promise<CaseFile> {
  const { name } = file
  if (file.size > MOST_BYTES) {
    const problem = `The file has ${formatBytes(file.size)}, the limit is ${formatBytes(MOST_BYTES)}. Import it as a dataset instead`
    return { name, text: '', problem }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = detectEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0')) return { name, text: '', problem: 'Not a text file' }
  return { name, text, ...(encoding !== 'utf-8' && { note: `Read as ${encoding}` }) }
}

function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

export type Table = {
  columns: string[]
  rows: JsonObject[]
  /** Errors in the text. Rows with too many or too few cells are kept as far as possible. */
  problems: string[]
}

/** CSV or TSV with a header line, JSON Lines, or a JSON array of objects. */
export function readTable(text: string): Table {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { columns: [], rows: [], problems: [] }
  const read = trimmed.startsWith('[')
    ? readList(trimmed)
    : trimmed.startsWith('{')
      ? readLines(trimmed)
      : readCsv(trimmed)
  return { ...read, columns: [...new Set(read.rows.flatMap((row) => Object.keys(row)))] }
}

type Read = Omit<Table, 'columns'>

function readCsv(text: string): Read {
  const { data, errors } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  })
  const split = new Set(
    data.flatMap((row, index) => (isSplitDataUrl(listCells(row)) ? [index] : [])),
  )
  const problems = errors
    .filter(({ type, row }) => type !== 'Delimiter' && !(row !== undefined && split.has(row)))
    .map(({ row, message }) => (row === undefined ? message : `Row ${row + 1}: ${message}`))
  for (const index of split) problems.push(`Row ${index + 1} skipped: ${SPLIT_DATA_URL_HINT}`)
  const intactRows = data.filter((_, index) => !split.has(index))
  const rows = intactRows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => name !== '' && typeof value === 'string'),
    ),
  )
  return { rows, problems }
}

/** Cells beyond the header are in a list at the end. */
const listCells = (row: Record<string, string | string[]>): string[] => Object.values(row).flat()

function readLines(text: string): Read {
  const read: Read = { rows: [], problems: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    take(read, parse(line), `Line ${index + 1}`)
  }
  return read
}

function readList(text: string): Read {
  const read: Read = { rows: [], problems: [] }
  const list = parse(text)
  if (!Array.isArray(list)) return { rows: [], problems: ['Not a JSON array'] }
  for (const [index, item] of list.entries()) take(read, item, `Item ${index + 1}`)
  return read
}

function take({ rows, problems }: Read, item: Json | undefined, place: string): void {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) rows.push(item)
  else problems.push(`${place}: not a JSON object`)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
