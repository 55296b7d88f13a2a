import { expect, test } from 'vitest'
import { createDiagnostics } from './form-scope.ts'

const unknown = { name: 'tpic', severity: 'error' as const, message: 'There is no `tpic`' }

test('names with problems are marked at each use', () => {
  expect(createDiagnostics('{{tpic}} and {{ tpic.a }} {{topic}}', 'template', [unknown])).toEqual([
    { from: 2, to: 6, severity: 'error', message: 'There is no tpic' },
    { from: 16, to: 20, severity: 'error', message: 'There is no tpic' },
  ])
  expect(createDiagnostics('topic + tpic', 'expression', [unknown])).toMatchObject([
    { from: 8, to: 12 },
  ])
})

test('a section is marked at its start and end tag', () => {
  expect(createDiagnostics('{{#tpic}}x{{/tpic}}', 'template', [unknown])).toMatchObject([
    { from: 3, to: 7 },
    { from: 13, to: 17 },
  ])
})

test('a text with a syntax error shows only that error', () => {
  expect(createDiagnostics('{{tpic}} {{', 'template', [unknown])).toMatchObject([
    { from: 9, message: 'Unclosed tag' },
  ])
})
