// `node scripts/bundle.mjs <source> <folder> [external…]`: a program of Node's in a few files instead of the two thousand it
// is written in, since finding and linking those takes longer than running them.
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

/** What is asked for with `new URL('./file', import.meta.url)`. */
const NAMED = /new URL\((['"])([^'"]+)\1,\s*import\.meta\.url\)/g
const isCode = (file) => /\.[cm]?[jt]s$/.test(file)

/** A thread or a process starts from a file, and some read one: these come along, under the names they then have. */
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

// A file has its content in its name, and those of earlier builds stay a month: a program that runs may still ask for them.
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
  // Whoever builds right now may have put it in its place, or taken it away, since.
  const stat = file.isFile() && statSync(path, { throwIfNoEntry: false })
  if (stat && Date.now() - stat.mtimeMs > KEPT_MS) rmSync(path, { force: true })
}

/** In one step: others may load what they built before from the same sources, or build it right now. */
function put(name, content) {
  const unfinished = join(folder, `${name}.${process.pid}`)
  writeFileSync(unfinished, content)
  renameSync(unfinished, join(folder, name))
}
