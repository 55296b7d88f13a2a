import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = { 'lathe-ai-runtime': '@lathe-ai/runtime', 'lathe-replay': '@lathe/replay' }

/** Unpacks the packages in a project's `vendor/` into a folder's `node_modules`, like npm. */
export function unpackVendored(project: string, folder: string): void {
  const vendor = join(project, 'vendor')
  for (const archive of readdirSync(vendor)) {
    const [, name] = Object.entries(PACKAGES).find(([prefix]) => archive.startsWith(prefix)) ?? []
    if (name === undefined) throw new Error(`${archive} is not a known package`)
    const target = join(folder, 'node_modules', name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', join(vendor, archive), '-C', target, '--strip-components=1'])
  }
}
