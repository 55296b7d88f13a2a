// Fails when what a first visit loads has outgrown its budget; run after a build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entriesOf, readManifest, withImports } from './chunks.ts'

const BUDGET = 350_000
const dist = join(import.meta.dirname, 'dist')
const manifest = readManifest(dist)

const scripts = [...withImports(manifest, ...entriesOf(manifest))]
  .flatMap((key) => manifest[key]?.file ?? [])
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }))
  .sort((a, b) => b.bytes - a.bytes)
const total = scripts.reduce((sum, script) => sum + script.bytes, 0)
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

for (const { file, bytes } of scripts) console.log(`${kB(bytes).padStart(9)}  ${file}`)
console.log(`First load: ${kB(total)} of ${kB(BUDGET)} gzipped script.`)
process.exitCode = total > BUDGET || scripts.length === 0 ? 1 : 0
