import type { FieldTypes, ImportPlan, ImportPreview, RowProblem } from '@lathe/contract'
import type { Put } from '../write-examples.ts'
import { keyIds } from './key-id.ts'
import { rowMapper } from './map-rows.ts'
import { previewOf } from './preview-of.ts'
import { noProblems, noteProblem, type Problems } from './problems.ts'
import { type FileReading, type OpenFile, openFile } from './read-file.ts'

/** Examples that are handed over together: so many, or of so many letters. Of larger parts the memory grows by half. */
const PART = 500
const PART_LETTERS = 250_000
/** Rows after which it is told how many were checked. */
const TOLD = 2_000

/** What to do with a file. */
export type FileWork = (({ type: 'preview' } & FileReading) | ({ type: 'import' } & Import)) & {
  /** Types that the fields of the dataset have. */
  fieldTypes: FieldTypes
}
type Import = { datasetId: string; hasNearIds: boolean; plan: ImportPlan }

export type FileRequest = { bytes: Uint8Array<ArrayBuffer>; depth: number; work: FileWork }

export type FileStep =
  | { type: 'unreadable'; message: string }
  | { type: 'preview'; preview: ImportPreview }
  /** How many rows were looked at so far, before any is taken. */
  | { type: 'checked'; rows: number }
  /** Before anything is taken, where a row is wrong and none may be left out. */
  | { type: 'refused'; problems: Problems }
  | { type: 'part'; put: Put[] }
  | { type: 'end'; problems: Problems }

/** Reads a file in parts, so that no more of it is in memory than one of them. */
export function* fileSteps({ bytes, depth, work }: FileRequest): Generator<FileStep, void> {
  const file = openFile(bytes, depth, work.type === 'preview' ? work : work.plan)
  if ('unreadable' in file) yield { type: 'unreadable', message: file.unreadable }
  else if (work.type === 'preview')
    yield { type: 'preview', preview: previewOf(file, work.fieldTypes) }
  else yield* importSteps(file, work)
}

type ImportWork = Extract<FileWork, Import>

function* importSteps(file: OpenFile, work: ImportWork): Generator<FileStep, void> {
  if (!work.plan.leaveOut) {
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
