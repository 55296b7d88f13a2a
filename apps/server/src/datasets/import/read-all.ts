import { setImmediate as turn } from 'node:timers/promises'
import { refusal } from '../../platform/http/errors.ts'
import { noProblems, noteProblem } from './problems.ts'
import { openFile } from './read-file.ts'
import type { FileRow } from './read-rows.ts'

/** Rows to process before yielding. */
const TURN = 500

/** Reads all rows of a file. Rejects files that are not text. */
export async function readAll(bytes: Uint8Array, depth: number) {
  const file = openFile(bytes, depth)
  if ('unreadable' in file) throw refusal(422, 'FILE_UNREADABLE', file.unreadable)
  const rows: FileRow[] = []
  const problems = noProblems()
  const reading = file.rows()
  for (let count = 1; ; count += 1) {
    const next = reading.next()
    if (next.done) return { rows, columns: next.value.columns, problems }
    if ('message' in next.value) noteProblem(problems, next.value)
    else rows.push(next.value)
    if (count % TURN === 0) await turn()
  }
}
