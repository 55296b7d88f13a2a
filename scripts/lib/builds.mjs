// Lists what is built before it is started, with its sources.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, node, root } from './toolchain.mjs'

/** Arguments of Node that bundle a program into a folder. */
export const bundle = (...args) => [join(root, 'scripts/bundle.mjs'), ...args]
const shared = ['packages', 'pnpm-lock.yaml', 'scripts/bundle.mjs', 'scripts/lib/builds.mjs']
const serverSources = ['apps/server', ...shared]
/** Packages that read files beside their code. */
export const EXTERNAL = ['sqlite-vec', '@seriousme/openapi-schema-validator']

const builds = {
  web: {
    what: 'the web app',
    folder: 'apps/web/dist',
    sources: [
      'apps/web',
      'docs/statistics.md',
      'pnpm-lock.yaml',
      ...['contract', 'evaluators', 'graph', 'stats', 'traces'].map((name) => `packages/${name}`),
    ],
    cwd: join(root, 'apps/web'),
    args: [join(root, 'apps/web/node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  },
  server: {
    what: 'the server',
    folder: 'apps/server/dist',
    sources: serverSources,
    args: bundle('apps/server/src/main.ts', 'apps/server/dist', ...EXTERNAL),
  },
  cli: {
    what: 'the command line',
    folder: 'apps/cli/dist',
    sources: ['apps/cli', ...shared],
    args: bundle('apps/cli/src/main.ts', 'apps/cli/dist'),
  },
  executor: {
    what: 'the executor that tests kill',
    folder: 'apps/server/dist/executor',
    sources: serverSources,
    args: bundle(
      'apps/server/src/testing/executor-child.ts',
      'apps/server/dist/executor',
      ...EXTERNAL,
    ),
  },
}

/** Returns the file to start. `web` has none. */
export const programOf = (name) => join(root, builds[name].folder, 'main.js')

/** Builds the named targets that are older than their sources. */
export async function ensureBuilt(...names) {
  for (const name of names) {
    const { what, folder, sources, args, cwd = root } = builds[name]
    const stamp = join(root, folder, '.built')
    // The folder is among the sources of some targets, so create it first.
    mkdirSync(join(root, folder), { recursive: true })
    const changed = Math.max(...sources.map((path) => newest(join(root, path))))
    if (existsSync(stamp) && statSync(stamp).mtimeMs > changed) continue
    console.error(`Building ${what}…`)
    const began = new Date()
    await must(`Building ${what}`, node, args, { cwd })
    writeFileSync(stamp, '')
    utimesSync(stamp, began, began)
  }
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  // An editor's lock file is a dangling link, and files may disappear.
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs)
}
