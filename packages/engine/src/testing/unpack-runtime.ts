import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Unpacks a project's runtime into a folder's `node_modules`. */
export function unpackRuntime(project: string, folder: string): void {
  const vendor = join(project, 'vendor')
  const archive = readdirSync(vendor).find((name) => name.startsWith('lathe-ai-runtime-'))
  if (archive === undefined) throw new Error('The project has no runtime package')
  const target = join(folder, 'node_modules/@lathe-ai/runtime')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', join(vendor, archive), '-C', target, '--strip-components=1'])
}
