import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Json } from '@lathe/contract'

export type ProjectQuestion = {
  folder: string
  input: Json
  answers: readonly Json[]
  baseUrl: string
}

export type ProjectAnswer = { state: Json } | { error: string }

let runner: ChildProcess | undefined

/**
 * A process with preloaded libraries, because loading takes longer than most projects. Ends with
 * this process.
 */
function startRunner(): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env
  const child = fork(join(import.meta.dirname, 'exported-runner.fixture.ts'), {
    env: { DEMO_API_KEY: 'none', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    execArgv: [],
  })
  child.once('exit', () => (runner = undefined))
  child.unref()
  child.channel?.unref()
  return child
}

/** Runs one project at a time in another process with its own modules. Throws its errors. */
export async function runExported(question: ProjectQuestion): Promise<Json> {
  const child = (runner ??= startRunner())
  const waiting = new AbortController()
  const { signal } = waiting
  child.channel?.ref()
  try {
    const answered = once(child, 'message', { signal })
    const gone = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The project ended its process with ${String(code)}`)
    })
    child.send(question)
    const [answer]: ProjectAnswer[] = await Promise.race([answered, gone])
    if (answer === undefined || 'error' in answer) throw new Error(answer?.error)
    return answer.state
  } finally {
    waiting.abort()
    child.channel?.unref()
  }
}
