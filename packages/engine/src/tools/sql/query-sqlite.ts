import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { LatheError } from '../../errors/lathe-error.ts'
import type { SqlAnswer } from './answer.ts'
import type { SqliteJob, SqliteReply } from './sqlite-process.ts'

const ENTRY = fileURLToPath(new URL('./sqlite-process.ts', import.meta.url))
const MEMORY_MB = 256

export type RunOptions = { timeoutMs: number; signal: AbortSignal }

/** Asks a file; the process that does is ended when it takes too long. */
export async function querySqlite(
  job: SqliteJob,
  { timeoutMs, signal }: RunOptions,
): Promise<SqlAnswer> {
  const over = AbortSignal.timeout(timeoutMs)
  const child = fork(ENTRY, {
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    child.send(job)
    const stop = AbortSignal.any([signal, over])
    const ended = once(child, 'exit', { signal: stop }).then((): SqliteReply => ({
      ok: false,
      message: 'The process that asked the database died',
    }))
    ended.catch(() => {})
    const answered = once(child, 'message', { signal: stop }).then(([reply]): SqliteReply => reply)
    const reply = await Promise.race([answered, ended])
    if (reply.ok) return reply.answer
    throw new LatheError('TOOL_ERROR', reply.message, hintFor(reply.message))
  } catch (error) {
    signal.throwIfAborted()
    if (!over.aborted) throw error
    throw outOfTime(timeoutMs)
  } finally {
    child.kill('SIGKILL')
  }
}

export const outOfTime = (timeoutMs: number): LatheError =>
  new LatheError('TIMEOUT', `The query took longer than ${timeoutMs} ms`, {
    hint: 'Ask for less, or allow it more time on the tool.',
  })

export const ONLY_READS = 'The tool may only read; whether it may write is said on the tool.'

const hintFor = (message: string) =>
  /not authorized|readonly|prohibited/.test(message) ? { hint: ONLY_READS } : {}
