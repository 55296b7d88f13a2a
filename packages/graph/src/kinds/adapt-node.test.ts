import { createNode } from '@lathe/nodes'
import { expect, test } from 'vitest'
import { checkDocument } from '../check/check.ts'
import { graph } from '../testing/documents.ts'
import { environment } from '../testing/environment.ts'
import { adaptNode } from './adapt-node.ts'

test('a new model reads the conversation of the graph, or its inputs', () => {
  const empty = graph({ state: { messages: { type: 'messages' } } })
  const chat = graph({ state: { topic: { type: 'string' }, chat: { type: 'messages' } } })
  const plain = graph({
    state: { topic: { type: 'string' }, report: { type: 'string' } },
    output: ['report'],
  })

  expect(adaptNode(empty, createNode('model'))).toEqual(createNode('model'))
  expect(adaptNode(chat, createNode('agent'))).toMatchObject({
    prompt: { messages: [{ role: 'system' }, { role: 'placeholder', channel: 'chat' }] },
    output: { message: 'chat' },
  })
  expect(adaptNode(plain, createNode('model'))).toMatchObject({
    prompt: { messages: [{ role: 'system' }, { role: 'user', text: '{{topic}}' }] },
    output: { text: 'report' },
  })
})

test('a new agent is valid in a graph whose conversation has another name', () => {
  const chat = graph({ state: { chat: { type: 'messages' } }, output: ['chat'] })
  const nodes = { a: adaptNode(chat, createNode('agent')) }
  const document = {
    ...chat,
    nodes,
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'end' },
    ],
  }

  expect(checkDocument(document, environment)).toEqual([])
})
