import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { renameChannel, setChannel } from './channels.ts'
import { renamePort } from './ports.ts'

const document = graph({
  state: {
    topic: { type: 'string' },
    notes: { type: 'array', reducer: 'append' },
    messages: { type: 'messages' },
  },
  input: ['topic'],
  output: ['notes'],
  nodes: {
    ask: {
      kind: 'model',
      model: { connection: 'demo', name: 'demo-1' },
      prompt: {
        messages: [{ role: 'user', text: 'About {{topic}}: {{#topic}}yes{{/topic}} {{topics}}' }],
      },
    },
    work: {
      kind: 'code',
      code: 'const { topic } = state\nreturn { notes: [topic] }',
      writes: ['notes'],
    },
    put: set({ notes: '= [...notes, topic]', topic: 'x' }),
  },
  edges: [{ from: 'start', to: 'work', each: { of: 'topic.split(",")', as: 'part' } }],
})

function renamed(from: string, to: string) {
  const edit = renameChannel(document, from, to)
  if (!edit.ok) throw new Error(edit.reason)
  return edit.document
}

describe('renameChannel', () => {
  test('rewrites prompts, expressions, code, fan-outs, input and output', () => {
    const { input, nodes, edges } = renamed('topic', 'subject')

    expect(input).toEqual(['subject'])
    expect(nodes).toMatchObject({
      ask: {
        prompt: {
          messages: [{ text: 'About {{subject}}: {{#subject}}yes{{/subject}} {{topics}}' }],
        },
      },
      work: { code: 'const { subject: topic } = state\nreturn { notes: [topic] }' },
      put: {
        values: { notes: { expression: '[...notes, subject]' }, subject: { template: 'x' } },
      },
    })
    expect(edges[0]?.each?.of).toBe('subject.split(",")')
  })

  test('rewrites the keys that code returns', () => {
    const { nodes, output } = renamed('notes', 'findings')

    expect(output).toEqual(['findings'])
    expect(nodes).toMatchObject({
      work: { code: 'const { topic } = state\nreturn { findings: [topic] }', writes: ['findings'] },
      put: { values: { findings: { expression: '[...findings, topic]' } } },
    })
  })

  test('sets the output channel of a model when the conversation is renamed', () => {
    expect(renamed('messages', 'chat').nodes['ask']).toMatchObject({ output: { message: 'chat' } })
  })

  test.each([
    ['notes', 'There is already a channel `notes`'],
    ['state', '`state` is the whole state in expressions; choose another name'],
    ['__x', 'Names that start with __ are reserved for the runtime'],
    ['class', '`class` is a reserved word in JavaScript; choose another name'],
    ['a-b', 'A channel name is a letter or _, then letters, digits and _, at most 64'],
  ])('rejects %s', (to, reason) => {
    expect(renameChannel(document, 'topic', to)).toEqual({ ok: false, reason })
  })
})

test('setChannel changes an existing channel and rejects an invalid new name', () => {
  const changed = setChannel(document, 'notes', { type: 'array', reducer: 'union' })

  expect(changed).toMatchObject({ ok: true, document: { state: { notes: { reducer: 'union' } } } })
  expect(setChannel(document, 'new', { type: 'string' })).toMatchObject({ ok: false })
})

test('renamePort updates the edges of the port', () => {
  const branch = graph({
    nodes: {
      pick: {
        kind: 'branch',
        decide: { by: 'rules', rules: [{ port: 'a', when: 'true' }] },
        else: 'b',
      },
    },
    edges: ['start > pick', 'pick.a > end', 'pick.b > end'],
  })

  const { nodes, edges } = renamePort(branch, 'pick', 'a', 'good')

  expect(nodes['pick']).toMatchObject({ decide: { rules: [{ port: 'good' }] } })
  expect(edges.map((edge) => edge.when)).toEqual([undefined, 'good', 'b'])
})
