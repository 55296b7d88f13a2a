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

/** A process that has loaded the libraries, which takes longer than most projects; it ends with this one. */
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

/** Runs one project at a time, apart from this process and in the modules of its own folder; throws what it throws. */
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
