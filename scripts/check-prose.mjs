// Checks the English of comments, test titles, UI text, errors, documents, names and commit subjects.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { extractRepo } from './prose/extract.mjs'
import { measure } from './prose/measure.mjs'
import { parseSync } from './prose/parser.mjs'
import { findWorst, formatHit, formatTable, summarize } from './prose/report.mjs'

const USAGE = `Usage: node scripts/check-prose.mjs [options]

  --base REV     check only what the working tree and HEAD add to the merge base with REV
  --src A,B      read only files below these paths
  --kinds A,B    check only these kinds: comment, docstring, test, ui, error, markdown, name, path, commit
  --worst N      list the N worst lines (default 20)

Fails if a kind has more odd sentences per 1,000 than scripts/prose/limits.json allows. "limit" only ever decreases.`

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    src: { type: 'string' },
    kinds: { type: 'string' },
    worst: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const readJson = (name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'prose', name), 'utf8'))
const COMMITS = 100

const extracted = extractRepo(parseSync, {
  repo: resolve(import.meta.dirname, '..'),
  base: values.base ?? null,
  sources: values.src?.split(',') ?? [],
  commits: COMMITS,
})
const kinds = values.kinds?.split(',')
const units = kinds ? extracted.units.filter(({ kind }) => kinds.includes(kind)) : extracted.units
const { hits, ...measured } = measure(units, readJson('terms.json'))
const isChange = values.base !== undefined
const figures = summarize(measured, extracted, readJson('limits.json'), isChange)

console.log(formatTable(figures).join('\n'))
const over = new Set(figures.filter(({ isOver }) => isOver).map(({ kind }) => kind))
const shown = isChange || values.src ? hits : hits.filter(({ kind }) => over.has(kind))
for (const hit of findWorst(shown, Number(values.worst), false)) console.log(formatHit(hit))
process.exitCode = over.size > 0 ? 1 : 0
