// Paths and links named in documents must exist, or the documents have drifted from the code.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderSettings } from '../apps/server/src/platform/config/config.ts'
import { sourceFiles } from './lib/source-files.ts'

const roots = ['apps', 'packages', 'docs', 'e2e', 'bench', 'scripts', '.ci']
const inCode = /`((?:apps|packages|docs|e2e|bench|scripts|\.ci)\/[\w./-]+)`/g
const inLink = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g

let missing = 0
for (const document of sourceFiles('*.md')) {
  const text = readFileSync(document, 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  const named = [...text.matchAll(inCode)].map((match) => match[1] ?? '')
  const linked = [...text.matchAll(inLink)].map((match) => join(dirname(document), match[1] ?? ''))
  for (const path of new Set([...named, ...linked])) {
    if (existsSync(path)) continue
    if (!roots.some((root) => path.startsWith(root)) && named.includes(path)) continue
    console.error(`${document}: there is no ${path}`)
    missing += 1
  }
}
const rowsOf = (table: string) =>
  table.match(/^\| `.*$/gm)?.map((row) => row.replaceAll(/\s+/g, ' ')) ?? []
const told = new Set(rowsOf(readFileSync('README.md', 'utf8')))
for (const row of rowsOf(renderSettings())) {
  if (told.has(row)) continue
  console.error(`README.md does not say: ${row}; run scripts/write-settings.ts`)
  missing += 1
}
process.exitCode = missing > 0 ? 1 : 0
