import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { readModelInputs } from './model-call.ts'

test.each<[string, JsonObject]>([
  ['Anthropic', { system: [{ type: 'text', text: 'Be brief' }] }],
  ['Responses', { instructions: 'Be brief' }],
  ['Google', { systemInstruction: { parts: [{ text: 'Be brief' }] } }],
])('instructions beside the messages, as %s has them, are the first message', (_of, beside) => {
  const asked = readModelInputs({ ...beside, messages: [{ role: 'user', content: 'Hi' }] }, {})
  const [system, user] = asked?.messages ?? []

  expect(system?.role).toBe('system')
  expect(JSON.stringify(system?.content)).toContain('Be brief')
  expect(user).toEqual({ role: 'user', content: 'Hi' })
})

test.each([0, true, { parts: 'none' }, {}])(
  'instructions that say nothing, as %j, are none',
  (system) => {
    const messages = [{ role: 'user', content: 'Hi' }]

    expect(readModelInputs({ system, messages }, {})?.messages).toEqual(messages)
  },
)

test('instructions beside messages that begin with their own are not said twice', () => {
  const messages = [
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Hi' },
  ]

  expect(readModelInputs({ system: 'Be brief', messages }, {})?.messages).toEqual(messages)
})
