import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../json.ts'
import { MAX_RESULT_BYTES, toResult } from './answer.ts'
import type { SqlAnswer } from './answer.ts'
import type { SqliteJob, SqliteReply } from './sqlite-process.ts'

const ENTRY = fileURLToPath(new URL('./sqlite-process.ts', import.meta.url))
const MEMORY_MB = 256

export type { SqliteJob } from './sqlite-process.ts'
export type { SqlAnswer } from './answer.ts'
export { toResult } from './answer.ts'

/** A query that took longer than it may. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout'

  constructor(timeoutMs: number) {
    super(`The query took longer than ${timeoutMs} ms`)
  }
}

/** Queries a database file in a process of its own, which ends when it takes too long. Throws `QueryTimeout`. */
export async function querySqlite(
  job: SqliteJob,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<SqlAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
  const child = fork(ENTRY, {
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    child.send(job)
    const exitReply = once(child, 'exit', { signal: stop }).then((): SqliteReply => ({
      ok: false,
      message: 'The process that queried the database died',
    }))
    exitReply.catch(() => {})
    const answered = once(child, 'message', { signal: stop }).then(([reply]): SqliteReply => reply)
    const reply = await Promise.race([answered, exitReply])
    if (reply.ok) return reply.answer
    throw new Error(reply.message)
  } catch (error) {
    signal?.throwIfAborted()
    if (timeout.aborted) throw new QueryTimeout(timeoutMs)
    throw error
  } finally {
    child.kill('SIGKILL')
  }
}

export type SqliteDatabase = {
  file: string
  allowWrites: boolean
  maxRows: number
  timeoutMs: number
}

/** Runs a query of a SQL tool and returns its result for a model. */
export async function runSqliteTool(
  { timeoutMs, ...database }: SqliteDatabase,
  { query, params = [] }: { query: string; params?: unknown[] | undefined },
  signal?: AbortSignal,
): Promise<JsonObject> {
  const values = params
    .map((value) => (typeof value === 'boolean' ? Number(value) : value))
    .filter(isPlain)
  const limits = { maxBytes: MAX_RESULT_BYTES, busyMs: timeoutMs }
  const job = { ...database, ...limits, query, params: values }
  return toResult(await querySqlite(job, { timeoutMs, signal }))
}

const isPlain = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || typeof value === 'number'
