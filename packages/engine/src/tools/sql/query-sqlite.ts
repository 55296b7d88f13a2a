import { querySqlite as query, QueryTimeout } from '@lathe-ai/runtime/sqlite'
import type { SqlAnswer, SqliteJob } from '@lathe-ai/runtime/sqlite'
import { LatheError } from '../../errors/lathe-error.ts'

export type RunOptions = { timeoutMs: number; signal: AbortSignal }

/** Queries a database file in its own process, which is terminated on timeout. */
export async function querySqlite(job: SqliteJob, options: RunOptions): Promise<SqlAnswer> {
  try {
    return await query(job, options)
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof QueryTimeout) throw queryTimeout(options.timeoutMs)
    const message = error instanceof Error ? error.message : String(error)
    const isRefused = /not authorized|readonly|prohibited/.test(message)
    throw new LatheError('TOOL_ERROR', message, isRefused ? { hint: ONLY_READS } : {})
  }
}

/** Returns the `TIMEOUT` error of a query that took longer than `timeoutMs`. */
export const queryTimeout = (timeoutMs: number): LatheError =>
  new LatheError('TIMEOUT', `The query took longer than ${timeoutMs} ms`, {
    hint: 'Query less data, or raise the time limit of the tool.',
  })

export const ONLY_READS = 'The tool is read-only. Its settings can allow writes.'
