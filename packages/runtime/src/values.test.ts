import { expect, test } from 'vitest'
import { formatTranscript } from './values.ts'

test.each([
  [
    [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'lookup', args: {} }] },
      { role: 'tool', name: 'lookup', content: '42' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'It is ' },
          { type: 'text', text: '42.' },
        ],
      },
    ],
    'User: Hello\n\nAssistant: (calls lookup)\n\nTool lookup: 42\n\nAssistant: It is 42.',
  ],
  [{ role: 'user', content: 'Hello' }, 'User: Hello'],
  [[], ''],
  [['a', 1], '["a",1]'],
  [[{ role: 'admin', content: 'x' }], '[{"role":"admin","content":"x"}]'],
  [{ role: 'user' }, '{"role":"user"}'],
  ['text', 'text'],
  [null, ''],
  [undefined, ''],
])('formats %j for a person as %j', (value, text) => {
  expect(formatTranscript(value)).toBe(text)
})
