import { Readable } from 'node:stream'
import type { RowProblem } from '@lathe/contract'
import papaparse from 'papaparse'
import type { FileRow, FileRows } from './read-rows.ts'

/** Characters that are parsed before others get a turn. */
const PIECE = 256 * 1_024

/** What spreadsheets, and exports of ours, write before a formula to keep it text. */
const NEUTRALISED = /^'(?=\s*[=+\-@\t\r])/
const FORMULA = /^\s*[=+@]/

/** The first line names the columns. A row that is longer or shorter is a problem, and is not taken. */
export async function readCsv(text: string): Promise<FileRows> {
  const parser = Readable.from(pieces(text.replace(/^\uFEFF/, ''))).pipe(
    papaparse.parse(papaparse.NODE_STREAM_INPUT, {
      skipEmptyLines: 'greedy',
      delimiter: guessDelimiter(text),
    }),
  )
  const reading = csvReading()
  for await (const line of parser) reading.take(line)
  return reading.finish()
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE)
}

/** Told from the beginning: the stream's parser would look at its first piece alone. */
function guessDelimiter(text: string): string {
  const { meta } = papaparse.parse(text.slice(0, 20_000), {
    preview: 20,
    skipEmptyLines: 'greedy',
  })
  return meta.delimiter
}

function csvReading() {
  let columns: string[] | undefined
  let row = 0
  let formulas = 0
  const problems: RowProblem[] = []
  const rows: FileRow[] = []

  function take(line: string[]): void {
    if (!columns) {
      columns = line.map((name) => name.trim())
      const [problem] = headerProblems(columns)
      if (problem !== undefined) problems.push({ row: 0, message: problem })
      return
    }
    row += 1
    if (line.length !== columns.length) {
      const message = `has ${line.length === 1 ? 'one field' : `${line.length} fields`}, and the header has ${columns.length}`
      problems.push({ row, message })
      return
    }
    formulas += line.filter((cell) => FORMULA.test(cell)).length
    const cells = columns.map((name, index) => [name, cleaned(line[index] ?? '')] as const)
    rows.push({ row, values: Object.fromEntries(cells) })
  }

  const finish = (): FileRows => ({
    format: 'csv',
    columns: columns ?? [],
    rows,
    problems,
    notes:
      formulas === 0
        ? []
        : [
            `${formulas === 1 ? '1 cell begins' : `${formulas} cells begin`} like a formula: kept as text, never run.`,
          ],
  })
  return { take, finish }
}

const cleaned = (cell: string) => cell.replace(NEUTRALISED, '')

function headerProblems(columns: readonly string[]): string[] {
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  return [
    ...(columns.includes('') ? ['The header line has a column without a name'] : []),
    ...(twice === undefined ? [] : [`The header line has two columns “${twice}”`]),
    ...(columns.includes('__proto__') ? ['A column cannot be called __proto__'] : []),
  ]
}
