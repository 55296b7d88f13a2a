import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { formatInput } from './part.ts'

const user = { id: 'm1', role: 'user', content: 'What is 6*7?' }
const calling = {
  id: 'm2',
  role: 'assistant',
  content: '',
  toolCalls: [{ id: 'call_1', name: 'calculator', args: { expression: '6*7' } }],
}
const told = { id: 'm3', role: 'tool', content: [{ type: 'text', text: '42' }] }

test.each<[string, Json, string]>([
  ['a text', 'Why?', 'Why?'],
  ['one message of the user', [user], 'What is 6*7?'],
  [
    'a conversation',
    [user, calling, told],
    'user: What is 6*7?\nassistant: calculator {"expression":"6*7"}\ntool: 42',
  ],
  ['a list of something else', [{ content: 'a' }], '[{"content":"a"}]'],
  ['an empty list', [], '[]'],
])('%s is read without message ids', (_, value, text) => {
  expect(formatInput(value)).toBe(text)
})
