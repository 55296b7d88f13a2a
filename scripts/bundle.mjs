// `node scripts/bundle.mjs <source> <folder> [external…]`: bundles a Node program into a few files, because resolving and
// loading two thousand takes longer than running them.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const [source, folder, ...external] = process.argv.slice(2)

/** Matches `new URL('./file', import.meta.url)`. */
const NAMED = /new URL\((['"])([^'"]+)\1,\s*import\.meta\.url\)/g
const isCode = (file) => /\.[cm]?[jt]s$/.test(file)

/** Threads, processes and data files are loaded by URL: emits them under their hashed names. */
const filesNamed = {
  name: 'files-named-by-url',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      return code.replace(NAMED, (whole, _quote, path) => {
        const file = resolve(dirname(id), path)
        if (!existsSync(file)) return whole
        const reference = this.emitFile(
          isCode(file)
            ? { type: 'chunk', id: file }
            : { type: 'asset', name: basename(file), source: readFileSync(file) },
        )
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
      })
    },
  },
}

// File names contain a content hash. Files of earlier builds stay for a month, because running
// programs may still load them.
const KEPT_MS = 30 * 86_400_000
const build = await rolldown({ input: source, platform: 'node', external, plugins: [filesNamed] })
const { output } = await build.generate({
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
})
await build.close()

mkdirSync(folder, { recursive: true })
for (const file of output) put(file.fileName, file.type === 'chunk' ? file.code : file.source)
const entry = output.find((one) => one.facadeModuleId === resolve(source))
put('main.js', `import './${entry.fileName}'\n`)
for (const file of readdirSync(folder, { withFileTypes: true })) {
  const path = join(folder, file.name)
  // A concurrent build may have replaced or removed it.
  const stat = file.isFile() && statSync(path, { throwIfNoEntry: false })
  if (stat && Date.now() - stat.mtimeMs > KEPT_MS) rmSync(path, { force: true })
}

/** Atomic: other processes may load or build the same file. */
function put(name, content) {
  const unfinished = join(folder, `${name}.${process.pid}`)
  writeFileSync(unfinished, content)
  renameSync(unfinished, join(folder, name))
}
