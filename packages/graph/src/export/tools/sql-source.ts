import { quote } from '../print/literal.ts'
import {
  sqlAnswerSource,
  sqliteProcessSource,
  sqliteRulesSource,
} from '../generated/tool-sources.ts'

export const SQLITE_FILE = 'tools/sql/sqlite.ts'
export const POSTGRES_FILE = 'tools/sql/postgres.ts'

const sharedFiles = {
  'tools/sql/json.ts': () => `export type JsonObject = { [key: string]: Json }

export type Json = string | number | boolean | null | Json[] | JsonObject
`,
  'tools/sql/answer.ts': () => sqlAnswerSource,
}

/** More of an answer no model could read. */
const MAX_BYTES = 2 * 1024 * 1024

const sqlite = `import { fork } from ${quote('node:child_process')}
import { once } from ${quote('node:events')}
import { fileURLToPath } from ${quote('node:url')}
import { toResult } from './answer.ts'
import type { SqliteJob, SqliteReply } from './sqlite-process.ts'

const ENTRY = fileURLToPath(new URL('./sqlite-process.ts', import.meta.url))
const MAX_BYTES = ${MAX_BYTES}

type Database = { file: string; allowWrites: boolean; maxRows: number; timeoutMs: number }
type Question = { query: string; params?: unknown[] | undefined }

/** Asks a file, in a process that is ended when it takes too long. */
export async function askSqlite(
  { timeoutMs, ...database }: Database,
  { query, params = [] }: Question,
  signal?: AbortSignal,
): Promise<unknown> {
  const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value)).filter(isPlain)
  const job: SqliteJob = { ...database, query, params: values, maxBytes: MAX_BYTES, busyMs: timeoutMs }
  const over = AbortSignal.timeout(timeoutMs)
  const stop = signal ? AbortSignal.any([signal, over]) : over
  const child = fork(ENTRY, { env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  try {
    child.send(job)
    const ended = once(child, 'exit', { signal: stop }).then((): SqliteReply => ({
      ok: false,
      message: 'The process that asked the database died',
    }))
    ended.catch(() => {})
    const answered = once(child, 'message', { signal: stop }).then(([reply]): SqliteReply => reply)
    const reply = await Promise.race([answered, ended])
    if (reply.ok) return toResult(reply.answer)
    throw new Error(reply.message)
  } catch (error) {
    signal?.throwIfAborted()
    if (over.aborted) throw new Error(\`The query took longer than \${timeoutMs} ms\`)
    throw error
  } finally {
    child.kill('SIGKILL')
  }
}

const isPlain = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || typeof value === 'number'
`

const postgres = `import { Client } from 'pg'
import Cursor from 'pg-cursor'
import { toCell, toResult } from './answer.ts'
import type { SqlAnswer } from './answer.ts'

const MAX_BYTES = ${MAX_BYTES}
const BATCH = 100
const CANCELLED = '57014'

type Database = { url: string; password: string; allowWrites: boolean; maxRows: number; timeoutMs: number }
type Question = { query: string; params?: unknown[] | undefined }

/** One statement in a transaction of its own, which Postgres itself keeps from writing unless it may. */
export async function askPostgres(database: Database, question: Question, signal?: AbortSignal): Promise<unknown> {
  const { url, password, allowWrites, timeoutMs } = database
  const address = new URL(url)
  if (password !== '') address.password = encodeURIComponent(password)
  const client = new Client({
    connectionString: address.href,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    connectionTimeoutMillis: timeoutMs,
    ...(!allowWrites && { options: '-c default_transaction_read_only=on' }),
  })
  // What breaks while nothing waits is told by the next wait.
  client.on('error', () => {})
  const stop = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    await client.query(allowWrites ? 'begin' : 'begin transaction read only')
    const cursor = client.query(new Cursor(question.query, question.params ?? [], { rowMode: 'array' }))
    const answer = await read(cursor, database.maxRows)
    await cursor.close()
    await client.query(allowWrites ? 'commit' : 'rollback')
    return toResult(answer)
  } catch (error) {
    signal?.throwIfAborted()
    const isLate = error instanceof Error && 'code' in error && error.code === CANCELLED
    if (isLate) throw new Error(\`The query took longer than \${timeoutMs} ms\`)
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

async function read(cursor: Cursor<unknown[]>, maxRows: number): Promise<SqlAnswer> {
  const rows: SqlAnswer['rows'] = []
  let bytes = 0
  for (;;) {
    const wanted = Math.min(BATCH, maxRows + 1 - rows.length)
    const { found, columns, changes } = await batch(cursor, wanted)
    for (const row of found) {
      const cells = row.map(toCell)
      bytes += Buffer.byteLength(JSON.stringify(cells))
      if (rows.length === maxRows || bytes > MAX_BYTES) return { columns, rows, isCut: true, changes: null }
      rows.push(cells)
    }
    if (found.length < wanted) return { columns, rows, isCut: false, changes: columns.length === 0 ? changes : null }
  }
}

type Batch = { found: unknown[][]; columns: string[]; changes: number | null }

const batch = (cursor: Cursor<unknown[]>, wanted: number): Promise<Batch> =>
  new Promise((resolve, reject) => {
    cursor.read(wanted, (error, found, result) => {
      if (error) reject(error)
      else resolve({ found, columns: result.fields.map(({ name }) => name), changes: result.rowCount })
    })
  })
`

export const sqliteFiles: Record<string, () => string> = {
  ...sharedFiles,
  'tools/sql/sqlite-rules.ts': () => sqliteRulesSource,
  'tools/sql/sqlite-process.ts': () => sqliteProcessSource,
  [SQLITE_FILE]: () => sqlite,
}

export const postgresFiles: Record<string, () => string> = {
  ...sharedFiles,
  [POSTGRES_FILE]: () => postgres,
}
