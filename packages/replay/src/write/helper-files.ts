import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import own from '../../package.json' with { type: 'json' }
import type { TestFile } from './test-files.ts'

const SOURCE = dirname(fileURLToPath(import.meta.resolve('@lathe/replay')))

/** Of an exported project with tests; its `package.json` depends on it. */
const HELPER_FOLDER = 'tests/lathe-replay'

/** This package as files of a project, which so needs nothing from Lathe to run its tests. */
export function helperFiles(): TestFile[] {
  const sources = readdirSync(SOURCE, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => ({ path: name, text: readFileSync(join(SOURCE, name), 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { name, version, description, type, peerDependencies } = own
  const manifest = { name, version, description, type, exports: './index.ts', peerDependencies }
  const files = [{ path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` }]
  return [...files, ...sources].map(({ path, text }) => ({
    path: `${HELPER_FOLDER}/${path}`,
    text,
  }))
}
