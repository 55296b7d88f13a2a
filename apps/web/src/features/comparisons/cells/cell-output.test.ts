import { expect, test } from 'vitest'
import { cell } from '../testing.ts'
import { cellText, inputText } from './cell-output.tsx'

const calls = [{ tool: 'calculator', arguments: { expression: '6*7', digits: 2 } }]

test('cellText returns the tool calls if a cell has no output', () => {
  expect(cellText(cell('a.one', { calls }))).toBe('Tides')
  expect(cellText(cell('a.one', { output: { answer: '' }, calls }))).toBe(
    'calculator {"digits":2,"expression":"6*7"}',
  )
  expect(cellText(cell('a.one', { output: { answer: '' } }))).toBe('')
})

test('cellText names several outputs and returns the last message of a chat', () => {
  const messages = [
    { id: '1', role: 'assistant', content: '', toolCalls: [] },
    { id: '2', role: 'assistant', content: [{ type: 'text', text: 'It is 42.' }] },
  ]

  expect(cellText(cell('a.one', { output: { plan: 'Multiply', messages } }))).toBe(
    'plan: Multiply\n\nmessages: It is 42.',
  )
  expect(cellText(cell('a.one', { output: { invoice: { total: 5, lines: ['a'] } } }))).toBe(
    'total: 5\n\nlines: ["a"]',
  )
})

test('inputText returns all messages of a conversation', () => {
  const message = (role: string, content: string) => ({ id: content, role, content })

  expect(inputText([message('user', 'Why?'), message('assistant', 'So.')])).toBe(
    'user: Why?\nassistant: So.',
  )
  expect(inputText({ place: 'bay', most: 2 })).toBe('place: bay\n\nmost: 2')
})
