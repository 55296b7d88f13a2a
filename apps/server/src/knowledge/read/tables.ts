import Papa from 'papaparse'
import { stringify } from 'yaml'
import { Unreadable } from './refusal.ts'

/** Every row as lines `column: value`, so that what is found of it says what it is. */
export function readCsv(source: string): { text: string; notes: string[] } {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(source, {
    header: true,
    skipEmptyLines: 'greedy',
  })
  const [quotes] = errors.filter(({ type }) => type === 'Quotes')
  if (quotes) {
    throw new Unreadable(
      `The CSV is broken in row ${(quotes.row ?? 0) + 1}: ${quotes.message}`,
      'Mend its quotation marks and add it again.',
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

/** As lines of `name: value`, the entries of a list apart. */
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
    throw new Unreadable(`The file is no valid JSON: ${reason}`, 'Mend it and add it again.')
  }
}

/** Also a file with one value a line. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
