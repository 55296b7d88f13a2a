// Checks CSS classes: one that a component uses must exist in its stylesheet, each must be used,
// and a rule must not list one twice.
import { readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { sourceFiles } from './lib/source-files.ts'

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g
const COMPOSED = /composes: ([\w\s]+?)(?: from '([^']+)')?;/g
// Strings, comments and global classes are not selectors.
const NO_SELECTOR = /'[^']*'|\/\*[^]*?\*\/|:global\([^)]*\)/g

const files = sourceFiles('apps/web/src/**')
const texts = new Map(
  files
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)
const sheets = new Map(
  [...texts]
    .filter(([file]) => file.endsWith('.module.css'))
    .map(([file, text]) => [file, classesIn(text)]),
)
const named = new Map([...sheets.keys()].map((sheet) => [sheet, new Set<string>()]))
const findings: string[] = []

const SELECTORS = /[^{};]+(?=\{)/g

for (const [sheet] of sheets) {
  const rules = (texts.get(sheet) ?? '').replaceAll(/\/\*[^]*?\*\//g, '').match(SELECTORS) ?? []
  for (const rule of rules) {
    const listed = rule.split(',').map((selector) => selector.trim())
    const twice = listed.find((selector, index) => listed.indexOf(selector) < index)
    if (twice) findings.push(`${sheet}: a rule lists ${twice} twice`)
  }
}

function classesIn(css: string): Set<string> {
  const names = css.replace(NO_SELECTOR, '').matchAll(/\.([a-z]\w*)/gi)
  return new Set([...names].map(([, name = '']) => name))
}

const beside = (file: string, path: string) => normalize(`${dirname(file)}/${path}`)

function use(file: string, sheet: string, name: string): void {
  named.get(sheet)?.add(name)
  if (!sheets.get(sheet)?.has(name)) findings.push(`${file}: ${sheet} has no .${name}`)
}

for (const [file, text] of texts) {
  for (const [, names = '', path] of text.matchAll(COMPOSED))
    for (const name of names.split(/\s+/)) use(file, path ? beside(file, path) : file, name)
  for (const [, local = '', path = ''] of text.matchAll(IMPORT)) {
    const sheet = beside(file, path)
    for (const [, name = ''] of text.matchAll(new RegExp(`(?<!/)\\b${local}\\.(\\w+)`, 'g')))
      use(file, sheet, name)
    // A computed class name may be any of them.
    if (text.includes(`${local}[`)) named.set(sheet, new Set(sheets.get(sheet)))
  }
}
for (const [sheet, classes] of sheets)
  for (const name of classes)
    if (!named.get(sheet)?.has(name)) findings.push(`${sheet}: nobody names .${name}`)

for (const finding of findings) console.error(finding)
console.log(
  findings.length === 0 ? 'Every class is there and named.' : `${findings.length} classes.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
