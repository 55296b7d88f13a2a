import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BUILD = join(import.meta.dirname, '../build.mjs')
const running = new Map<string, Promise<string>>()

/** Where a program stands as it is started outside of tests; built first where its sources are newer. */
export function built(program: 'server' | 'cli' | 'executor'): Promise<string> {
  const known = running.get(program)
  if (known) return known
  const build = promisify(execFile)(process.execPath, [BUILD, program]).then(({ stdout }) =>
    stdout.trim(),
  )
  running.set(program, build)
  return build
}
