import { expect, test } from 'vitest'
import { promptDocument } from '@lathe/graph'
import { changesAgainst, fieldName } from './changes.ts'

const system = { role: 'system' as const, text: 'Be brief.' }
const user = { role: 'user' as const, text: '{{question}}' }

test.each([
  ['prompt.messages.0.text', 'system message'],
  ['prompt.messages.2.text', 'message 3'],
  ['prompt.messages.3', 'message 4'],
  ['prompt.messages.0.role', 'message 1'],
  ['prompt.messages.2.images', 'pictures of message 3'],
  ['prompt.messages.2.images.1', 'picture 2 of message 3'],
  ['model.name', 'model'],
  ['model.temperature', 'temperature'],
])('the field %s of a node is called %s', (path, name) => {
  expect(fieldName(path, [system, user, user])).toBe(name)
})

test('of an agent with several nodes a change names its node by its title', () => {
  const document = (text: string) => {
    const one = (messages: (typeof system | typeof user)[]) =>
      promptDocument({ messages, model: { connection: 'practice', name: 'practice-1' } })
    const [plan, reply] = [one([user]).nodes['prompt'], one([{ ...system, text }]).nodes['prompt']]
    if (!plan || !reply) throw new Error('A bare prompt is one node')
    return { ...one([user]), nodes: { plan, reply: { ...reply, title: 'Reply' } } }
  }
  const variant = (key: string) => ({
    key,
    name: key,
    base: { type: 'agent' as const, agent: 'helper', version: 1, overrides: {} },
  })

  const changes = changesAgainst(
    variant('a'),
    variant('b'),
    new Map([
      ['a', document('Be brief.')],
      ['b', document('Be long.')],
    ]),
  )

  expect(changes).toMatchObject({ type: 'fields', fields: [{ path: 'Reply · system message' }] })
})
