import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type ExportedFile, fileContent } from '@lathe/graph/export'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { unpackVendored } from './unpack-vendored.ts'

const MODULES = ['engine/node_modules', 'runtime/node_modules', '../node_modules'].map((path) =>
  join(import.meta.dirname, '../../..', path),
)

/** Dependencies of the package that a project bundles. */
const RUNTIME_DEPENDENCIES = { htmlparser2: '*', minisearch: '*' }

/** Loaded first in every process. A test that uses the network fails. */
const NO_NETWORK = `import net from 'node:net'
net.Socket.prototype.connect = () => { throw new Error('There is no network here') }
globalThis.fetch = () => { throw new Error('There is no network here') }`

/** Creates project folders like `npm install`, with only what their `package.json` declares. */
export function installed(projects: Readonly<Record<string, readonly ExportedFile[]>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-tested-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, files] of Object.entries(projects)) {
    const folder = join(root, name)
    for (const file of files) {
      mkdirSync(dirname(join(folder, file.path)), { recursive: true })
      writeFileSync(join(folder, file.path), fileContent(file))
    }
    install(folder)
  }
  return root
}

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

function install(folder: string): void {
  const { dependencies, devDependencies } = Manifest.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  )
  unpackVendored(folder, folder)
  const all = { ...RUNTIME_DEPENDENCIES, ...dependencies, ...devDependencies }
  for (const [name, version] of Object.entries(all)) {
    if (version.endsWith('.tgz')) continue
    const from = version.startsWith('file:')
      ? join(folder, version.slice('file:'.length))
      : MODULES.map((modules) => join(modules, name)).find((path) => existsSync(path))
    if (from === undefined) throw new Error(`${name} is declared, but not part of the workspace`)
    const to = join(folder, 'node_modules', name)
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(realpathSync(from), to)
  }
}

const Report = z.object({
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
})

/**
 * Runs the tests of all projects in a folder without a network. Returns the result and message of
 * each.
 */
export async function verdictsIn(root: string) {
  const vitest = join(MODULES.at(-1) ?? '', 'vitest/vitest.mjs')
  const preload = `data:text/javascript,${encodeURIComponent(NO_NETWORK)}`
  const report = join(root, 'report.json')
  await new Promise<void>((resolve) => {
    const args = [
      vitest,
      'run',
      '--root',
      root,
      '--no-isolate',
      '--maxWorkers=1',
      '--reporter=json',
      '--outputFile',
      report,
    ]
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${preload}` }
    // Exits with 1 if a test fails. A missing report is detected below.
    execFile(process.execPath, args, { env, cwd: root }, () => resolve())
  })
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  return new Map(
    testResults.map(({ name, status }) => [basename(dirname(dirname(name))), status] as const),
  )
}
