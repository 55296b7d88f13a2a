import type { DocumentKind } from '@lathe/contract'
import { decode } from './decode.ts'
import { Unreadable } from './refusal.ts'
import Papa from 'papaparse'
import { stringify } from 'yaml'

export type ReadDocument = { kind: DocumentKind; text: string; notes: string[] }

/** Parses a file. Throws the reason if it is damaged. */
export async function parseDocument(kind: DocumentKind, bytes: Uint8Array): Promise<ReadDocument> {
  if (bytes.length === 0) throw empty()
  const { text, notes } = await read(kind, bytes)
  if (text.trim() === '') throw empty()
  return { kind, text, notes }
}

async function read(kind: DocumentKind, bytes: Uint8Array) {
  if (kind === 'pdf') return (await import('./pdf.ts')).readPdf(bytes)
  const { text, encoding } = decode(bytes)
  const encoded = encoding === 'utf-8' ? [] : [`read as ${encoding}`]
  const plain = { text, notes: [] as string[] }
  if (kind === 'html') {
    const { readHtml } = await import('./html.ts')
    return { text: readHtml(text), notes: encoded }
  }
  const made = kind === 'csv' ? readCsv(text) : kind === 'json' ? readJson(text) : plain
  return { text: made.text, notes: [...made.notes, ...encoded] }
}

const empty = () => new Unreadable('The document is empty', 'Choose a document that contains text.')

/** Renders rows as `column: value` lines, so that each chunk contains its column names. */
export function readCsv(source: string): { text: string; notes: string[] } {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(source, {
    header: true,
    skipEmptyLines: 'greedy',
  })
  const [quotes] = errors.filter(({ type }) => type === 'Quotes')
  if (quotes) {
    throw new Unreadable(
      `The CSV is broken in row ${(quotes.row ?? 0) + 1}: ${quotes.message}`,
      'Fix its quotation marks and add it again.',
    )
  }
  const rows = data.map((row) =>
    Object.entries(row)
      .filter(([, value]) => typeof value === 'string' && value.trim() !== '')
      .map(([column, value]) => `${column}: ${value}`)
      .join('\n'),
  )
  const text = rows.filter((row) => row !== '').join('\n\n')
  const columns = meta.fields?.length ?? 0
  return { text, notes: [`${rows.length} rows of ${columns} columns`] }
}

/** Renders JSON as `name: value` lines. */
export function readJson(source: string): { text: string; notes: string[] } {
  const value = parse(source)
  const entries = Array.isArray(value) ? value : [value]
  const text = entries
    .map((entry: unknown) => (typeof entry === 'string' ? entry : stringify(entry).trim()))
    .join('\n\n')
  return { text, notes: Array.isArray(value) ? [`${entries.length} entries`] : [] }
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    const lines = source.split('\n').filter((line) => line.trim() !== '')
    const values = lines.map(parseLine)
    if (lines.length > 1 && !values.includes(undefined)) return values
    throw new Unreadable(`The file is not valid JSON: ${reason}`, 'Fix it and add it again.')
  }
}

/** Accepts JSON Lines too. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
