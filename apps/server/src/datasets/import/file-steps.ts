import {
  type FieldTypes,
  type ImportPlan,
  type ImportPreview,
  jsonType,
  type JsonType,
  parseCell,
  type RowProblem,
} from '@lathe/contract'
import type { Put } from '../write-examples.ts'
import { rowMapper } from './map-rows.ts'
import { noProblems, noteProblem, type Problems } from './problems.ts'
import { type FileReading, type OpenFile, openFile } from './read-file.ts'
import { hash } from 'node:crypto'
import { v5 } from 'uuid'
import { guessColumns } from './guess-columns.ts'
import type { FileRow } from './read-rows.ts'

/** Examples per batch, bounded by characters too: larger batches need more memory. */
const PART = 500
const PART_LETTERS = 250_000
/** Rows between progress reports. */
const TOLD = 2_000

/** The work to do with a file. */
export type FileWork = (({ type: 'preview' } & FileReading) | ({ type: 'import' } & Import)) & {
  /** Types of the dataset's fields. */
  fieldTypes: FieldTypes
}
type Import = { datasetId: string; hasNearIds: boolean; plan: ImportPlan }

export type FileRequest = { bytes: Uint8Array<ArrayBuffer>; depth: number; work: FileWork }

export type FileStep =
  | { type: 'unreadable'; message: string }
  | { type: 'preview'; preview: ImportPreview }
  /** Number of rows checked so far. No row has been imported yet. */
  | { type: 'checked'; rows: number }
  /** Sent instead of an import if a row is invalid and none may be skipped. */
  | { type: 'refused'; problems: Problems }
  | { type: 'part'; put: Put[] }
  | { type: 'end'; problems: Problems }

/** Reads a file in batches to bound memory. */
export function* fileSteps({ bytes, depth, work }: FileRequest): Generator<FileStep, void> {
  const file = openFile(bytes, depth, work.type === 'preview' ? work : work.plan)
  if ('unreadable' in file) yield { type: 'unreadable', message: file.unreadable }
  else if (work.type === 'preview')
    yield { type: 'preview', preview: previewOf(file, work.fieldTypes) }
  else yield* importSteps(file, work)
}

type ImportWork = Extract<FileWork, Import>

function* importSteps(file: OpenFile, work: ImportWork): Generator<FileStep, void> {
  if (!work.plan.skipInvalid) {
    const found = noProblems()
    let rows = 0
    for (const one of examplesOf(file, work)) {
      if ('message' in one) noteProblem(found, one)
      rows += 1
      if (rows % TOLD === 0) yield { type: 'checked', rows }
    }
    if (found.total > 0) {
      yield { type: 'refused', problems: found }
      return
    }
  }
  const problems = noProblems()
  let put: Put[] = []
  let letters = 0
  for (const one of examplesOf(file, work)) {
    if ('message' in one) {
      noteProblem(problems, one)
      continue
    }
    put.push(one)
    letters += JSON.stringify(one).length
    if (put.length < PART && letters < PART_LETTERS) continue
    yield { type: 'part', put }
    put = []
    letters = 0
  }
  if (put.length > 0) yield { type: 'part', put }
  yield { type: 'end', problems }
}

function* examplesOf(file: OpenFile, work: ImportWork): Generator<Put | RowProblem> {
  const { datasetId, hasNearIds, plan, fieldTypes } = work
  const idOf = keyIds(datasetId, hasNearIds)
  const map = rowMapper({ format: file.format, plan, fieldTypes, idOf })
  for (const row of file.rows()) yield 'message' in row ? row : map(row)
}

/** The last digits of sequential keys. */
const LAST_DIGITS = /\d{1,3}(?=\D*$)/

/**
 * Returns a function that derives ids from keys, deterministically. `isNear`: keys that differ in
 * their last digits get neighbouring ids, because random ids make writes to the index slow.
 */
export function keyIds(datasetId: string, isNear: boolean): (key: string) => string {
  if (!isNear) return (key) => v5(key, datasetId)
  let last: { stem: string; place: string } | undefined
  return (key) => {
    const stem = key.replace(LAST_DIGITS, '')
    if (last?.stem !== stem) last = { stem, place: hash('sha256', `${datasetId} ${stem}`, 'hex') }
    const { place } = last
    const own = hash('sha256', `${datasetId}/${key}`, 'hex')
    return [
      place.slice(0, 8),
      place.slice(8, 12),
      `8${own.slice(0, 3)}`,
      `8${own.slice(3, 6)}`,
      own.slice(6, 18),
    ].join('-')
  }
}

/** Rows to show. */
const SHOWN = 8
/** Rows to infer columns from. */
const SAMPLE = 100

/** Checks all rows and keeps the first ones. */
function previewOf(
  { encoding, format, rows: read, notes }: OpenFile,
  fieldTypes: FieldTypes,
): ImportPreview {
  const types = new Map<string, Set<JsonType>>()
  const rows: FileRow[] = []
  const problems = noProblems()
  let count = 0
  const reading = read()
  for (;;) {
    const next = reading.next()
    if (next.done) {
      const { columns, notes: told } = next.value
      return {
        format,
        encoding,
        rows: count,
        columns: guessColumns({ format, columns, rows, types, fieldTypes }),
        fieldTypes,
        sample: rows.slice(0, SHOWN).map(({ values }) => values),
        problems,
        notes: [...notes, ...told, ...nothingIn(count + problems.total, columns)],
      }
    }
    if ('message' in next.value) {
      noteProblem(problems, next.value)
      continue
    }
    count += 1
    noteTypes(types, next.value, format === 'csv')
    if (rows.length < SAMPLE) rows.push(next.value)
  }
}

function noteTypes(types: Map<string, Set<JsonType>>, { values }: FileRow, isCsv: boolean): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' && isCsv) continue
    const type = jsonType(isCsv && typeof value === 'string' ? parseCell(value) : value)
    if (type === undefined) continue
    const seen = types.get(name)
    if (seen) seen.add(type)
    else types.set(name, new Set([type]))
  }
}

function nothingIn(rows: number, columns: readonly string[]): string[] {
  if (rows > 0) return []
  return [columns.length === 0 ? 'The file is empty.' : 'The file has a header line but no rows.']
}
