import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Child = {
  process: ChildProcess
  /** CPU time of the process in microseconds, user and system combined. */
  cpuMicros: () => number
  rssBytes: () => number
  stop: () => Promise<void>
}

const TICK_MICROS = 10_000

/** Starts a process. Resolves with the match once a line of its output matches. */
export async function startChild(
  command: string,
  args: string[],
  options: { ready: RegExp; env?: NodeJS.ProcessEnv; cwd?: string; timeoutMs?: number },
): Promise<Child & { match: RegExpExecArray; readyMs: number }> {
  const began = performance.now()
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      const found = options.ready.exec(output)
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}\n${output}`)))
    setTimeout(
      () => reject(new Error(`${command} was not ready in time\n${output}`)),
      options.timeoutMs ?? 60_000,
    ).unref()
  })
  return {
    process: child,
    match,
    readyMs: performance.now() - began,
    cpuMicros: () => {
      const fields =
        readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS
    },
    rssBytes: () => {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(
        readFileSync(`/proc/${child.pid}/status`, 'utf8'),
      )?.[1]
      return Number(kilobytes) * 1024
    },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.on('exit', () => resolve())
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 15_000).unref()
      }),
  }
}
