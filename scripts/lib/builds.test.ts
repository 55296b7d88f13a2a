import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** Records its arguments and creates its folder like a bundler. */
const BUILDER = `
import { appendFileSync, mkdirSync } from 'node:fs'
const [first, folder] = process.argv.slice(2)
mkdirSync(first === 'build' ? 'dist' : folder, { recursive: true })
appendFileSync(new URL('BUILDS', import.meta.url), JSON.stringify(process.argv.slice(2)) + '\\n')
`
const PACKAGES = ['contract', 'evaluators', 'graph', 'stats', 'traces']

/** A checkout with the real scripts and fake bundlers. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'lathe-builds-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const put = (path: string, text = '') => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const name of ['builds.mjs', 'toolchain.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts/lib', name))
  for (const app of ['web', 'server', 'cli']) put(`apps/${app}/src/main.ts`)
  for (const name of PACKAGES) put(`packages/${name}/src/index.ts`)
  for (const path of ['package.json', 'pnpm-lock.yaml', 'docs/statistics.md']) put(path)
  put('scripts/bundle.mjs', BUILDER)
  put('apps/web/node_modules/vite/bin/vite.js', BUILDER)
  put('apps/web/node_modules/vite/package.json', '{"type":"module"}')
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))

  /** Returns the arguments of every build. */
  const ensureBuilt = async (...names: string[]): Promise<string[][]> => {
    const notes = ['scripts/BUILDS', 'apps/web/node_modules/vite/bin/BUILDS'].map((path) =>
      join(root, path),
    )
    for (const note of notes) rmSync(note, { force: true })
    const script = `import { ensureBuilt } from './scripts/lib/builds.mjs'
      await ensureBuilt(...process.argv.slice(1))`
    const args = ['--input-type=module', '-e', script, ...names]
    await promisify(execFile)(process.execPath, args, { cwd: root })
    const lines = notes.filter((note) => existsSync(note)).map((note) => readFileSync(note, 'utf8'))
    return lines.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  }
  return { root, put, ensureBuilt }
}

test('builds again only when sources change', async () => {
  const { root, put, ensureBuilt } = checkout()

  expect(await ensureBuilt('web', 'cli')).toHaveLength(2)
  expect(await ensureBuilt('web', 'cli')).toEqual([])

  put('apps/cli/src/main.ts', 'changed')
  expect(await ensureBuilt('web', 'cli')).toHaveLength(1)
  rmSync(join(root, 'packages/stats/src/index.ts'))
  expect(await ensureBuilt('web', 'cli')).toHaveLength(2)
  put('pnpm-lock.yaml', 'changed')
  expect(await ensureBuilt('web', 'cli')).toHaveLength(2)
  put('apps/cli/package.json')
  expect(await ensureBuilt('web', 'cli')).toHaveLength(1)
})

test('the executor has the same external packages as the server', async () => {
  const { ensureBuilt } = checkout()

  const [server = [], executor = []] = await ensureBuilt('server', 'executor')

  expect(server.length).toBeGreaterThan(2)
  expect(executor.slice(2)).toEqual(server.slice(2))
})

test('ignores a dangling link among the sources', async () => {
  const { root, ensureBuilt } = checkout()
  symlinkSync('somebody@host.1:2', join(root, 'apps/cli/src/.#main.ts'))

  expect(await ensureBuilt('cli')).toHaveLength(1)
  expect(await ensureBuilt('cli')).toEqual([])
})
