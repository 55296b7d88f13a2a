// Writes the generated part of every page in docs/reference from the code that defines it.
import { readFileSync, writeFileSync } from 'node:fs'
import { insertGenerated, renderReference } from './lib/reference.ts'

for (const [path, generated] of await renderReference())
  writeFileSync(path, insertGenerated(readFileSync(path, 'utf8'), generated))
