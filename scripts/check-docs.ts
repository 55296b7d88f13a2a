// Checks that paths and links in documents exist and that the reference pages match the code.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extractGenerated, generatedLines, renderReference } from './lib/reference.ts'
import { sourceFiles } from './lib/source-files.ts'

const roots = ['apps', 'packages', 'docs', 'e2e', 'bench', 'scripts', '.ci', '.github']
const inCode = /`((?:apps|packages|docs|e2e|bench|scripts|\.ci|\.github)\/[\w./-]+)`/g
const inLink = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g
const inImage = /\bsrc(?:set)?="(?!https?:)([^"\s]+)"/g

let problems = 0
for (const document of sourceFiles('*.md')) {
  const text = readFileSync(document, 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  const named = [...text.matchAll(inCode)].map((match) => match[1] ?? '')
  const linked = [...text.matchAll(inLink), ...text.matchAll(inImage)].map((match) =>
    join(dirname(document), match[1] ?? ''),
  )
  for (const path of new Set([...named, ...linked])) {
    if (existsSync(path)) continue
    if (!roots.some((root) => path.startsWith(root)) && named.includes(path)) continue
    console.error(`${document}: there is no ${path}`)
    problems += 1
  }
}
for (const [path, generated] of await renderReference()) {
  const written = generatedLines(extractGenerated(readFileSync(path, 'utf8')))
  const expected = generatedLines(generated)
  const line = expected.findIndex((text, at) => text !== written[at])
  if (line < 0 && written.length === expected.length) continue
  const changed = expected[line] ?? written[expected.length]
  console.error(`${path} is out of date (${changed}): run scripts/write-reference.ts`)
  problems += 1
}
process.exitCode = problems > 0 ? 1 : 0
