import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BUILD = join(import.meta.dirname, '../build.mjs')
const running = new Map<string, Promise<string>>()

/** Returns the path of a program for use outside of tests. Builds it if its sources are newer. */
export function built(program: 'server' | 'cli' | 'executor'): Promise<string> {
  const known = running.get(program)
  if (known) return known
  const build = promisify(execFile)(process.execPath, [BUILD, program]).then(({ stdout }) =>
    stdout.trim(),
  )
  running.set(program, build)
  return build
}
