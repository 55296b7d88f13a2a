import { expect, test } from 'vitest'
import { compileTemplate, compileTemplateParts } from './template.ts'
import type { ScopeMaker } from './state.ts'

const allOfIt: ScopeMaker = () => (state) => state as ReturnType<ReturnType<ScopeMaker>>

test('renders a long list within a list', () => {
  const render = compileTemplate('{{#rows}}{{#cells}}{{.}},{{/cells}}\n{{/rows}}', allOfIt)
  const rows = Array.from({ length: 1_000 }, () => ({ cells: [1, 2, 3] }))

  expect(render({ rows })).toBe('1,2,3,\n'.repeat(1_000))
})

test.each([
  ['sections that multiply', '{{#l}}{{#l}}{{#l}}{{#l}}x{{/l}}{{/l}}{{/l}}{{/l}}', 'a'],
  ['a long text that is repeated', '{{#l}}{{#l}}{{text}}{{/l}}{{/l}}', 'a'.repeat(1_000_000)],
])('rejects %s', (_, template, text) => {
  const render = compileTemplate(template, allOfIt)
  const renderParts = compileTemplateParts(template, allOfIt)
  const values = { l: Array.from({ length: 500 }, () => 1), text }
  expect(() => render(values)).toThrow('too large')
  expect(() => renderParts(values)).toThrow('too large')
})
