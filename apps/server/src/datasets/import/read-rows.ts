import {
  type ImportPreview,
  type Json,
  type JsonObject,
  type RowProblem,
  UNSAFE_KEY_MESSAGE,
  findUnsafeKeys,
  isJsonObject,
} from '@lathe/contract'
import { endOfString, isDeeperThan } from '../../platform/http/body/json-depth.ts'
import { readCsv } from './read-csv.ts'

export type FileRow = { row: number; values: JsonObject }

/** Yields rows, and finally returns the columns and notes. */
export type RowReading = Generator<FileRow | RowProblem, { columns: string[]; notes: string[] }>

export type FileFormat = ImportPreview['format']

/** Detects CSV with a header, JSON Lines or a JSON list from the beginning of the file. */
export function formatOf(beginning: string, isAll = true): FileFormat {
  const start = beginning.trimStart()
  if (start.startsWith('[')) return 'json'
  if (!start.startsWith('{')) return 'csv'
  return areLines(start, isAll) ? 'jsonl' : 'json'
}

/**
 * Whether each line is an object, allowing broken ones. An object over several lines is a JSON
 * file.
 */
function areLines(text: string, isAll: boolean): boolean {
  const end = text.indexOf('\n')
  if (end < 0) return !isAll || isJson(text)
  return text.slice(end).trimStart().startsWith('{') || isJson(text.slice(0, end))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Reads rows from text chunks. Tables may lack a header. */
export function readRows(
  format: FileFormat,
  pieces: Iterable<string>,
  depth: number,
  hasHeader = true,
): RowReading {
  if (format === 'json') return readList(pieces, depth)
  return format === 'jsonl' ? readLines(pieces, depth) : readCsv(pieces, hasHeader)
}

function* readLines(pieces: Iterable<string>, depth: number): RowReading {
  const columns = new Set<string>()
  let row = 0
  for (const line of linesOf(pieces)) {
    if (line.trim() === '') continue
    row += 1
    const read = parse(line, depth)
    yield 'problem' in read
      ? { row, message: read.problem }
      : toRow({ row, value: read.value, columns })
  }
  return { columns: [...columns], notes: [] }
}

function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

function* readList(pieces: Iterable<string>, depth: number): RowReading {
  const columns = new Set<string>()
  const elements = listElements(pieces)
  for (let row = 1; ; row += 1) {
    const next = elements.next()
    if (next.done) {
      if (next.value !== undefined) yield { row, message: next.value }
      return { columns: [...columns], notes: [] }
    }
    const text = next.value
    const read = text.trim() === '' ? { problem: 'is empty' } : parse(text, depth)
    yield 'problem' in read
      ? { row, message: read.problem }
      : toRow({ row, value: read.value, columns })
  }
}

type Reading = { row: number; value: Json; columns: Set<string> }

/** Collects the columns of a row. */
function toRow({ row, value, columns }: Reading): FileRow | RowProblem {
  if (!isJsonObject(value)) return { row, message: 'this is not a JSON object' }
  const [harmful] = findUnsafeKeys(value)
  if (harmful) return { row, message: `${harmful.join('.')}: ${UNSAFE_KEY_MESSAGE}` }
  for (const name of Object.keys(value)) columns.add(name)
  return { row, values: value }
}

function parse(text: string, depth: number): { value: Json } | { problem: string } {
  if (isDeeperThan(text, depth)) return { problem: `nested deeper than ${depth} levels` }
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { problem: `no JSON: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}

/**
 * Yields the elements of a JSON list as text, from chunks, so that the whole list is never in
 * memory. Returns the list's syntax error, if any; elements are parsed by the caller.
 */
function* listElements(pieces: Iterable<string>): Generator<string, string | undefined> {
  let text = ''
  let at = 0
  let start = 0
  let depth = 0
  let isQuoted = false
  let isFirst = true
  let isOver = false
  for (const piece of pieces) {
    text = text.slice(start) + piece
    at -= start
    start = 0
    for (; at < text.length; at += 1) {
      const char = text[at]
      if (isOver) {
        if (text.slice(at).trim() !== '') return AFTER
        start = text.length
        at = text.length
      } else if (isQuoted || char === '"') {
        at = endOfString(text, isQuoted ? at - 1 : at)
        isQuoted = at === text.length
        if (isQuoted) break
      } else if (char === '{' && depth === 0) {
        return NO_LIST
      } else if (char === '[' || char === '{') {
        depth += 1
        if (depth === 1) start = at + 1
      } else if (char === ',' && depth === 1) {
        yield text.slice(start, at)
        isFirst = false
        start = at + 1
      } else if (char === ']' || char === '}') {
        depth -= 1
        if (depth > 0) continue
        if (char === '}') return OPEN
        const last = text.slice(start, at)
        if (!isFirst || last.trim() !== '') yield last
        isOver = true
        start = at + 1
      }
    }
  }
  return isOver ? undefined : OPEN
}

const NO_LIST =
  'an object does not end on its line: write rows as a list, [{…}, {…}], or one object per line'
const OPEN = 'the list has no closing bracket'
const AFTER = 'text follows the end of the list'
