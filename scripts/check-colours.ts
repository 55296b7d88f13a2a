// Colours may only be defined in the theme's tokens, where their contrast is checked.
import { readFileSync } from 'node:fs'
import { sourceFiles } from './lib/source-files.ts'

const TOKENS = 'apps/web/src/theme/tokens.css'
const COLOUR =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?![-(])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i
// `#` also starts ids, private members and entities. A colour appears where a value may.
const IN_CODE = new RegExp(`["'\`\\s:(,](${COLOUR.source})`, 'i')

type Finding = { file: string; line: number; text: string }

function coloursIn(file: string): Finding[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text: text.trim() }))
    .filter(({ text }) => IN_CODE.test(` ${text}`))
}

const findings = sourceFiles('apps/web/src/**')
  .filter((file) => /\.(css|tsx?)$/.test(file) && file !== TOKENS)
  .flatMap(coloursIn)

for (const { file, line, text } of findings) console.error(`${file}:${line}: ${text}`)
console.log(
  findings.length === 0
    ? 'No colour outside the tokens.'
    : `${findings.length} colours belong in ${TOKENS}.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
