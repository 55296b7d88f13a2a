// Packs @lathe-ai/runtime for exported projects: `node scripts/pack-runtime.ts` after each change of the package.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { packTarball } from './lib/tarball.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/runtime')
export const target = join(root, 'packages/graph/src/export/generated/runtime-package.json')

type Manifest = {
  name: string
  version: string
  description: string
  type: string
  exports: Record<string, string>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta: object
}

/** Returns the files of the published package, sorted by path. */
export function buildRuntime(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-runtime-'))
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [
      tsc,
      '-p',
      join(source, 'tsconfig.build.json'),
      '--outDir',
      folder,
    ])
    const built = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tsbuildinfo'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file): [string, string] => [
        `dist/${relative(folder, file)}`,
        // TypeScript rewrites imports only.
        readFileSync(file, 'utf8').replace(/(new URL\('[^']+)\.ts'/g, "$1.js'"),
      ])
    const readme: [string, string] = ['README.md', readFileSync(join(source, 'README.md'), 'utf8')]
    const files = [...built, readme].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return new Map([['package.json', manifest()], ...files])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function manifest(): string {
  const own: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const findVersion = (dependency: string) =>
    new RegExp(`^  '?${dependency}'?: (\\S+)$`, 'm').exec(catalog)?.[1] ?? '*'
  const { name, version, description, type, peerDependencies, peerDependenciesMeta } = own
  const exports = Object.entries(own.exports).map(([entry, file]) => {
    const built = file.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }]
  })
  const dependencies = Object.keys(own.dependencies).map((one) => [one, findVersion(one)])
  const published = {
    name,
    version,
    description,
    type,
    license: 'Apache-2.0',
    sideEffects: false,
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(dependencies),
    peerDependencies,
    peerDependenciesMeta,
  }
  return `${JSON.stringify(published, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) {
  const { name, version }: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const packed = {
    name: `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
    content: packTarball(buildRuntime()).toString('base64'),
  }
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${JSON.stringify(packed, null, 2)}\n`)
}
