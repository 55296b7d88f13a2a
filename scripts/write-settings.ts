// Writes the table of settings into README.md, from the one place that defines them.
import { readFileSync, writeFileSync } from 'node:fs'
import { renderSettings } from '../apps/server/src/platform/config/config.ts'

const between = /(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/
const readme = readFileSync('README.md', 'utf8')
writeFileSync('README.md', readme.replace(between, `$1\n${renderSettings()}\n\n$2`))
