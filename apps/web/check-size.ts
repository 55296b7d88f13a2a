// Fails when what a first visit loads has outgrown its budget; run after a build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET = 350_000
const dist = join(import.meta.dirname, 'dist')

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** The entry and all it imports statically, each once. */
function firstLoad(): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  return [...seen].flatMap((key) => manifest[key]?.file ?? [])
}

const scripts = firstLoad()
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }))
  .sort((a, b) => b.bytes - a.bytes)
const total = scripts.reduce((sum, script) => sum + script.bytes, 0)
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

for (const { file, bytes } of scripts) console.log(`${kB(bytes).padStart(9)}  ${file}`)
console.log(`First load: ${kB(total)} of ${kB(BUDGET)} gzipped script.`)
process.exitCode = total > BUDGET || scripts.length === 0 ? 1 : 0
