// What exported projects take over from the built-in tools, as the engine has it.
import { readFileSync, writeFileSync } from 'node:fs'
import { articles } from '../packages/engine/src/tools/knowledge/articles.ts'

const engine = new URL('../packages/engine/src/tools/', import.meta.url)
const target = new URL('../packages/graph/src/export/generated/tool-sources.ts', import.meta.url)
/** The package that holds them has no I/O: what they import is not read as an import of its own. */
const source = (file: string) =>
  JSON.stringify(
    readFileSync(new URL(file, engine), 'utf8').replace("'@lathe/contract'", "'./json.ts'"),
  ).replaceAll("'node:", '\\u0027node:')

writeFileSync(
  target,
  `// Written by scripts/write-export-sources.ts from the built-in tools of the engine.

export const arithmeticSource: string =
  ${source('arithmetic.ts')}

export const searchTermSource: string =
  ${source('search-term.ts')}

export const sqlAnswerSource: string =
  ${source('sql/answer.ts')}

export const sqliteRulesSource: string =
  ${source('sql/sqlite-rules.ts')}

export const sqliteProcessSource: string =
  ${source('sql/sqlite-process.ts')}

export const soundTypesSource: string =
  ${source('media/sound-types.ts')}

export const pictureTypeSource: string =
  ${source('media/picture-type.ts')}

export const articles: readonly { title: string; text: string }[] =
  ${JSON.stringify(articles)}
`,
)
