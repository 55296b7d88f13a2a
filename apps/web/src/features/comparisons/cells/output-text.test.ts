import { expect, test } from 'vitest'
import { cell } from '../testing.ts'
import { cellText } from './output-text.ts'

const calls = [{ tool: 'calculator', arguments: { expression: '6*7', digits: 2 } }]

test('a cell says what it said, and its calls where it said nothing', () => {
  expect(cellText(cell('a.one', { calls }))).toBe('Tides')
  expect(cellText(cell('a.one', { output: { answer: '' }, calls }))).toBe(
    'calculator {"digits":2,"expression":"6*7"}',
  )
  expect(cellText(cell('a.one', { output: { answer: '' } }))).toBe('')
})
