import { DatabaseSync } from 'node:sqlite'
import { toCell } from './answer.ts'
import type { SqlAnswer } from './answer.ts'
import { authorize } from './sqlite-rules.ts'

export type SqliteJob = {
  file: string
  query: string
  params: (string | number | null)[]
  allowWrites: boolean
  maxRows: number
  maxBytes: number
  busyMs: number
}

export type SqliteReply = { ok: true; answer: SqlAnswer } | { ok: false; message: string }

/** Runs in a separate process: SQLite cannot be interrupted within a step, but a process can be killed. */
process.once('message', (job: SqliteJob) => {
  const reply = attempt(job)
  process.send?.(reply, () => process.disconnect())
})

function attempt(job: SqliteJob): SqliteReply {
  try {
    return { ok: true, answer: run(job) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

function run(job: SqliteJob): SqlAnswer {
  const { file, query, params, allowWrites, maxRows, maxBytes, busyMs } = job
  const options = { readOnly: !allowWrites, allowExtension: false, timeout: busyMs }
  const database = new DatabaseSync(file, options)
  try {
    database.setAuthorizer((action, first, second) => authorize(action, first, second, allowWrites))
    const statement = database.prepare(query)
    refuseMore(database, query.slice(statement.sourceSQL.length))
    statement.setReadBigInts(true)
    const columns = statement.columns().map(({ name }) => name)
    if (columns.length === 0) {
      const { changes } = statement.run(...params)
      return { columns, rows: [], isCut: false, changes: Number(changes) }
    }
    const rows: SqlAnswer['rows'] = []
    statement.setReturnArrays(true)
    let bytes = 0
    let isCut = false
    for (const row of statement.iterate(...params)) {
      const cells = Object.values(row).map(toCell)
      bytes += Buffer.byteLength(JSON.stringify(cells))
      // A statement that changes and returns rows must run to completion.
      if (rows.length === maxRows || bytes > maxBytes) isCut = true
      if (isCut && !allowWrites) break
      if (!isCut) rows.push(cells)
    }
    return { columns, rows, isCut, changes: null }
  } finally {
    database.close()
  }
}

function refuseMore(database: DatabaseSync, rest: string): void {
  try {
    database.prepare(rest)
  } catch (error) {
    // Only white space and comments.
    if (error instanceof Error && error.message.includes('contains no statements')) return
  }
  throw new Error('One statement at a time')
}
