import { expect, test } from 'vitest'
import { createProgram } from '../../apps/cli/src/program.ts'
import { filterKeys } from '../../packages/traces/src/filter/keys.ts'
import { extractGenerated, generatedLines, insertGenerated, renderReference } from './reference.ts'

const page = '# Title\n\n<!-- generated -->\n\nold\n\n<!-- /generated -->\n\nBy hand.\n'

test('insertGenerated replaces the generated part and keeps the rest of the page', () => {
  const written = insertGenerated(page, '| a | $1 |')

  expect(written).toBe(
    '# Title\n\n<!-- generated -->\n\n| a | $1 |\n\n<!-- /generated -->\n\nBy hand.\n',
  )
  expect(generatedLines(extractGenerated(written))).toEqual(['| a | $1 |'])
})

test('generatedLines ignores the padding of table cells', () => {
  expect(generatedLines('| a   | b |\n| ----- | --- |\n\n')).toEqual(['| a | b |', '| --- | --- |'])
})

test('renderReference documents every command, endpoint group and filter key', async () => {
  const pages = await renderReference()

  const program = createProgram({
    env: {},
    out: () => {},
    err: () => {},
    startServer: async () => {},
  })
  const cli = pages.get('docs/reference/cli.md')
  for (const command of program.commands) expect(cli).toContain(`### lathe ${command.name()}`)
  expect(cli).toContain('### lathe traces import')
  const api = pages.get('docs/reference/api.md')
  expect(api).toMatch(/\| `POST` \| `\/api\/runs\/stream` \| .+ \|/)
  expect(api).not.toMatch(/\|\s*\|$/m)
  const filters = pages.get('docs/reference/filter-language.md')
  for (const key of Object.keys(filterKeys)) expect(filters).toContain(`\`${key}\``)
})
