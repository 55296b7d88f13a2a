import papaparse from 'papaparse'
import { isSplitDataUrl, type JsonObject, SPLIT_DATA_URL_HINT } from '@lathe/contract'
import { withoutApostrophe } from '../../platform/http/csv.ts'
import type { RowReading } from './read-rows.ts'

const FORMULA = /^\s*[=+@＝＋＠]/
const MOST_COLUMNS = 4_000
const UNCLOSED =
  'a quotation mark is never closed, so everything after it would belong to one field'
/** Renamed columns listed individually. */
const TOLD = 10

/**
 * The first line names the columns. Missing and duplicate names are replaced. Rows of another
 * length are problems.
 */
export function* readCsv(pieces: Iterable<string>, hasHeader: boolean): RowReading {
  let columns: string[] | undefined
  let row = 0
  let formulas = 0
  const notes: string[] = []
  for (const { cells: line, isOpen } of csvLines(pieces)) {
    if (isOpen) {
      yield { row: columns ? row + 1 : 0, message: UNCLOSED }
      columns ??= []
      break
    }
    if (!columns) {
      if (line.length > MOST_COLUMNS) {
        const message = `A table has at most ${MOST_COLUMNS} columns, and its first line has ${line.length}`
        yield { row: 0, message }
        return { columns: [], notes: [] }
      }
      columns = hasHeader ? named(line, notes) : line.map((_cell, index) => columnName(index))
      if (columns.includes('__proto__'))
        yield { row: 0, message: 'A column cannot be called __proto__' }
      if (hasHeader) continue
    }
    row += 1
    if (isSplitDataUrl(line)) {
      yield { row, message: SPLIT_DATA_URL_HINT }
      continue
    }
    if (line.length !== columns.length) {
      const fields = line.length === 1 ? 'one field' : `${line.length} fields`
      const other = hasHeader ? 'header' : 'first row'
      yield { row, message: `has ${fields}, and the ${other} has ${columns.length}` }
      continue
    }
    const values: JsonObject = {}
    let at = 0
    // One assignment order gives all rows the same hidden class: a file of 100 MB has millions of
    // cells.
    for (const name of columns) {
      const cell = line[at++] ?? ''
      if (FORMULA.test(cell)) formulas += 1
      values[name] = withoutApostrophe(cell)
    }
    yield { row, values }
  }
  if (formulas > 0) notes.push(formulaNote(formulas))
  return { columns: columns ?? [], notes }
}

/** Yields lines of a text in chunks. Skips blank lines. */
function* csvLines(pieces: Iterable<string>): Generator<Line> {
  let parser: ReturnType<typeof parserFor> | undefined
  let rest = ''
  const parse = (text: string, { isLast }: { isLast: boolean }): Parsed => {
    parser ??= parserFor(text)
    return parser.parse(text, 0, !isLast)
  }
  let least = 0
  for (const piece of pieces) {
    const text = rest + piece
    rest = text
    if (text.length < least) continue
    const { data, meta } = parse(text, { isLast: false })
    rest = text.slice(meta.cursor)
    // Avoids searching again for a missing closing quote with every chunk.
    least = meta.cursor === 0 ? 2 * text.length : 0
    for (const cells of data) if (isWritten(cells)) yield { cells, isOpen: false }
  }
  const { data, errors } = parse(rest, { isLast: true })
  const open = errors.some(({ code }) => code === 'MissingQuotes') ? data.at(-1) : undefined
  yield* data.filter(isWritten).map((cells) => ({ cells, isOpen: cells === open }))
}

/** `isOpen`: the last cell contains the rest of the file. */
type Line = { cells: string[]; isOpen: boolean }

type Parsed = { data: string[][]; errors: { code: string }[]; meta: { cursor: number } }

const isWritten = (line: readonly string[]) => line.some((cell) => cell.trim() !== '')

/**
 * Uses the parser directly, because the stream API restarts on all remaining input every 16 rows.
 */
function parserFor(text: string) {
  const { meta } = papaparse.parse(text.slice(0, 20_000), {
    preview: 20,
    skipEmptyLines: 'greedy',
  })
  const newline = meta.linebreak === '\r' ? '\r' : '\n'
  return new papaparse.Parser({ delimiter: meta.delimiter, newline })
}

const formulaNote = (formulas: number) =>
  `${formulas === 1 ? '1 cell begins' : `${formulas} cells begin`} like a formula: kept as text, never run.`

const columnName = (index: number) => `column ${index + 1}`

/** Gives unnamed and duplicate columns unique names. */
function named(header: readonly string[], notes: string[]): string[] {
  const written = header.map((name) => name.trim())
  const writtenNames = new Set(written)
  const names = new Set<string>()
  const copies = new Map<string, number>()
  const told: string[] = []
  for (const [index, name] of written.entries()) {
    const wanted = name === '' ? columnName(index) : name
    const isTaken = (free: string) => names.has(free) || (free !== name && writtenNames.has(free))
    let free = wanted
    let copy = copies.get(wanted) ?? 2
    for (; isTaken(free); copy += 1) free = `${wanted} (${copy})`
    copies.set(wanted, copy)
    if (name === '') told.push(`Column ${index + 1} has no name: it is called “${free}” here.`)
    else if (free !== name)
      told.push(`More than one column is called “${name}”: column ${index + 1} is “${free}” here.`)
    names.add(free)
  }
  notes.push(...told.slice(0, TOLD))
  const more = told.length - TOLD
  if (more > 0)
    notes.push(
      `${more === 1 ? '1 more column got a name' : `${more} more columns got names`} here.`,
    )
  return [...names]
}
