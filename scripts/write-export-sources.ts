// What exported projects take over from the built-in tools, as the engine has it.
import { readFileSync, writeFileSync } from 'node:fs'
import { articles } from '../packages/engine/src/tools/knowledge/articles.ts'

const engine = new URL('../packages/engine/src/tools/', import.meta.url)
const target = new URL('../packages/graph/src/export/generated/tool-sources.ts', import.meta.url)
const source = (file: string) => JSON.stringify(readFileSync(new URL(file, engine), 'utf8'))

writeFileSync(
  target,
  `// Written by scripts/write-export-sources.ts from the built-in tools of the engine.

export const arithmeticSource: string =
  ${source('arithmetic.ts')}

export const searchTermSource: string =
  ${source('search-term.ts')}

export const articles: readonly { title: string; text: string }[] =
  ${JSON.stringify(articles)}
`,
)
