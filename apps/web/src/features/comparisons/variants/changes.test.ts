import type { GraphDocument, Variant } from '@lathe/contract'
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
])('the label of field %s is %s', (path, name) => {
  expect(fieldName(path, [system, user, user])).toBe(name)
})

const variant = (key: string): Variant => ({
  key,
  name: key,
  base: { type: 'agent', agent: 'helper', version: 1, overrides: {} },
})

const between = (before: GraphDocument, after: GraphDocument) =>
  changesAgainst(variant('a'), variant('b'), new Map(Object.entries({ a: before, b: after })))

const model = { connection: 'demo', name: 'demo-1' }

test('shows removed and added tools only', () => {
  const offered = (tools: string[]) => promptDocument({ messages: [user], model, tools })
  const describeChanges = (before: string[], after: string[]) => {
    const changes = between(offered(before), offered(after))
    return changes?.type === 'fields'
      ? changes.fields.map(({ before: left, after: came }) => [left, came])
      : changes
  }

  expect(describeChanges(['search', 'mail', 'sums'], ['search', 'time', 'sums'])).toEqual([
    ['mail', 'time'],
  ])
  expect(describeChanges([], ['search', 'mail'])).toEqual([[undefined, 'search, mail']])
  expect(describeChanges(['search', 'mail'], ['mail', 'search'])).toEqual([
    ['search, mail', 'mail, search'],
  ])
})

test('shows an added or removed message by its text', () => {
  const saying = (...messages: (typeof system | typeof user)[]) =>
    promptDocument({ messages, model })
  const shortQuestion = { ...user, text: 'In one line: {{question}}' }

  expect(between(saying(user), saying(system, shortQuestion))).toMatchObject({
    fields: [
      { path: 'system message', before: undefined, after: 'Be brief.', form: 'text' },
      { path: 'user message', before: user.text, after: shortQuestion.text },
    ],
  })
  expect(between(saying(system, user), saying(user))).toMatchObject({
    fields: [{ path: 'system message', before: 'Be brief.', after: undefined }],
  })
})

test('shows a changed model of a branch node', () => {
  const asking = (name: string): GraphDocument => ({
    ...promptDocument({ messages: [user], model }),
    nodes: {
      sort: {
        kind: 'branch',
        decide: {
          by: 'model',
          model: { ...model, name },
          prompt: { messages: [user] },
          choices: [],
        },
        else: 'else',
      },
    },
  })

  expect(between(asking('x'), asking('y'))).toMatchObject({ fields: [{ path: 'model' }] })
})

test('names the node of a change if the agent has several', () => {
  const document = (text: string) => {
    const createDocument = (messages: (typeof system | typeof user)[]) =>
      promptDocument({ messages, model })
    const [plan, reply] = [
      createDocument([user]).nodes['prompt'],
      createDocument([{ ...system, text }]).nodes['prompt'],
    ]
    if (!plan || !reply) throw new Error('New prompt is one node')
    return { ...createDocument([user]), nodes: { plan, reply: { ...reply, title: 'Reply' } } }
  }
  const changes = between(document('Be brief.'), document('Be long.'))

  expect(changes).toMatchObject({ type: 'fields', fields: [{ path: 'Reply · system message' }] })
})
