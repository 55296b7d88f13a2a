import { expect, test } from 'vitest'
import { promptField } from './changes.ts'

const system = { role: 'system' as const, text: 'Be brief.' }
const user = { role: 'user' as const, text: '{{question}}' }

test.each([
  ['prompt.messages.0.text', 'system message'],
  ['prompt.messages.2.text', 'message 3'],
  ['prompt.messages.3', 'message 4'],
  ['prompt.messages.0.role', 'message 1'],
  ['model.name', 'model'],
  ['model.temperature', 'temperature'],
])('the field %s of a bare prompt is called %s', (path, name) => {
  expect(promptField(path, [system, user, user])).toBe(name)
})
