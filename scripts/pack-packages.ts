// Packs the packages that exported projects bring along: `node scripts/pack-packages.ts` after each change of one of them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { packTarball } from './lib/tarball.ts'

const root = join(import.meta.dirname, '..')

/** Each package, and the file that contains it packed. */
export const PACKED: Readonly<Record<string, string>> = {
  'packages/runtime': 'packages/graph/src/export/generated/runtime-package.json',
  'packages/replay': 'packages/replay/src/write/generated/replay-package.json',
}

type Manifest = {
  name: string
  version: string
  description: string
  type: string
  exports: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta?: object
  publishConfig?: { exports: object }
}

/** Returns the files of the published package, sorted by path. */
export function buildPackage(path: string): Map<string, string> {
  const source = join(root, path)
  const folder = mkdtempSync(join(tmpdir(), 'lathe-package-'))
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
    return new Map([['package.json', createManifest(source)], ...files])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readManifest = (source: string): Manifest =>
  JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))

function createManifest(source: string): string {
  const own = readManifest(source)
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const findVersion = (dependency: string) =>
    new RegExp(`^  '?${dependency}'?: (\\S+)$`, 'm').exec(catalog)?.[1] ?? '*'
  const { name, version, description, type, peerDependencies, peerDependenciesMeta } = own
  const entries = Object.entries(own.exports).filter(
    ([entry]) => !own.publishConfig || entry in own.publishConfig.exports,
  )
  const exports = entries.map(([entry, file]) => {
    const built = file.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }]
  })
  const dependencies = Object.keys(own.dependencies ?? {}).map((one) => [one, findVersion(one)])
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
  for (const [path, file] of Object.entries(PACKED)) {
    const { name, version } = readManifest(join(root, path))
    const target = join(root, file)
    const packed = {
      name: `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
      content: packTarball(buildPackage(path)).toString('base64'),
    }
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${JSON.stringify(packed, null, 2)}\n`)
  }
}
