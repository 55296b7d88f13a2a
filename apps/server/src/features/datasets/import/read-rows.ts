import type { Json, JsonObject, RowProblem } from '@lathe/contract'
import { UNSAFE_KEY, unsafeKeys } from '@lathe/contract'
import { isObject } from '@lathe/traces'
import { isDeeperThan } from '../../../http/json-depth.ts'
import { readCsv } from './read-csv.ts'

export type FileRow = { row: number; values: JsonObject }

export type FileRows = {
  format: 'csv' | 'jsonl' | 'json'
  columns: string[]
  rows: FileRow[]
  problems: RowProblem[]
  notes: string[]
}

/** CSV with a header line, JSON Lines, or one JSON list of objects: told by how the file begins. */
export async function readRows(text: string, depth: number): Promise<FileRows> {
  const start = text.slice(0, 1_000).trimStart()
  if (start.startsWith('[')) return readList(text, depth)
  if (start.startsWith('{')) return readLines(text, depth)
  return await readCsv(text)
}

const columnsOf = (rows: readonly FileRow[]) => [
  ...new Set(rows.flatMap(({ values }) => Object.keys(values))),
]

function readLines(text: string, depth: number): FileRows {
  const problems: RowProblem[] = []
  const rows: FileRow[] = []
  let row = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    row += 1
    const read = readObject(line, depth)
    if (typeof read === 'string') problems.push({ row, message: read })
    else rows.push({ row, values: read })
  }
  return { format: 'jsonl', columns: columnsOf(rows), rows, problems, notes: [] }
}

function readList(text: string, depth: number): FileRows {
  const list = parse(text, depth)
  const broken = (message: string): FileRows => {
    return { format: 'json', columns: [], rows: [], problems: [{ row: 1, message }], notes: [] }
  }
  if ('problem' in list) return broken(list.problem)
  if (!Array.isArray(list.value)) return broken('this is no list of objects')
  const problems: RowProblem[] = []
  const rows = list.value.flatMap((values, index) => {
    const problem = objectProblem(values)
    if (problem === undefined && isObject(values)) return [{ row: index + 1, values }]
    problems.push({ row: index + 1, message: problem ?? NO_OBJECT })
    return []
  })
  return { format: 'json', columns: columnsOf(rows), rows, problems, notes: [] }
}

const NO_OBJECT = 'this is no JSON object'

function readObject(line: string, depth: number): JsonObject | string {
  const read = parse(line, depth)
  if ('problem' in read) return read.problem
  return objectProblem(read.value) ?? (isObject(read.value) ? read.value : NO_OBJECT)
}

function objectProblem(value: Json): string | undefined {
  if (!isObject(value)) return NO_OBJECT
  const [harmful] = unsafeKeys(value)
  return harmful && `${harmful.join('.')}: ${UNSAFE_KEY}`
}

function parse(text: string, depth: number): { value: Json } | { problem: string } {
  if (isDeeperThan(text, depth)) return { problem: `nested deeper than ${depth} levels` }
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { problem: `no JSON: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}
