// `node scripts/pack-lathe.mjs [folder]`: builds the npm package `lathe-ai` and prints the path of its tarball.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundle, ensureBuilt, EXTERNAL } from './lib/builds.mjs'
import { must, node, root } from './lib/toolchain.mjs'

/** The page of the API reference. Bundled, because its package installs a program that reports each installation. */
const API_PAGE = 'swagger-ui-dist'
const API_PAGE_FILES = ['LICENSE', 'NOTICE', 'swagger-ui.css', 'swagger-ui-bundle.js']

const { version, description, license } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const folder = process.argv[2] ?? join(root, 'node_modules/.cache')

await ensureBuilt('web')
const staged = join(root, 'node_modules/.cache/lathe-ai')
rmSync(staged, { recursive: true, force: true })
mkdirSync(staged, { recursive: true })
for (const { name, external } of [
  { name: 'server', external: EXTERNAL },
  { name: 'cli', external: [] },
]) {
  const target = join(staged, name, 'dist')
  await must(`Building ${name}`, node, bundle(`apps/${name}/src/main.ts`, target, ...external))
}
cpSync(join(root, 'apps/web/dist'), join(staged, 'web/dist'), { recursive: true })
cpSync(join(root, 'apps/cli/bin.mjs'), join(staged, 'cli/bin.mjs'))
cpSync(join(root, 'apps/cli/README.md'), join(staged, 'README.md'))
cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'))

const server = createRequire(join(root, 'apps/server/package.json'))
const apiPage = join(staged, 'node_modules', API_PAGE)
for (const file of API_PAGE_FILES)
  cpSync(server.resolve(`${API_PAGE}/${file}`), join(apiPage, file))
writeJson(join(apiPage, 'package.json'), {
  name: API_PAGE,
  version: installedVersion(server, API_PAGE),
})
writeJson(join(staged, 'package.json'), manifest(server))

mkdirSync(folder, { recursive: true })
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: staged })
console.log(join(folder, `lathe-ai-${version}.tgz`))

function manifest(server) {
  const dependencies = [...EXTERNAL, API_PAGE].map((name) => [name, installedVersion(server, name)])
  return {
    name: 'lathe-ai',
    version,
    description,
    license,
    keywords: ['langgraph', 'langchain', 'agents', 'tracing', 'evaluation', 'langsmith'],
    type: 'module',
    bin: { lathe: 'cli/bin.mjs' },
    engines: { node: '>=22.19' },
    dependencies: Object.fromEntries(dependencies),
    bundleDependencies: [API_PAGE],
  }
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function installedVersion(server, name) {
  const folder = server.resolve.paths(name).map((path) => join(path, name, 'package.json'))
  for (const file of folder) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')).version
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
  throw new Error(`${name} is not installed`)
}
