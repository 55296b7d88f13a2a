import type { GraphDocument } from '@lathe/contract'
import { emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { inputFields } from './case-editor.tsx'

const taking = (state: GraphDocument['state']): GraphDocument => ({
  ...emptyDocument(),
  state,
  input: Object.keys(state),
})

const chat = taking({ messages: { type: 'messages' } })
const messages = [{ role: 'user', content: 'Why?' }]

test('a chat input is plain text until it is a list of messages', () => {
  const field = { name: 'messages', isChat: true }

  expect(inputFields([chat], { input: {} })).toEqual([{ ...field, isText: true }])
  expect(inputFields([chat], { input: { messages: 'Why?' } })).toEqual([{ ...field, isText: true }])
  expect(inputFields([chat], { input: { messages } })).toEqual([{ ...field, isText: false }])
})

test('an input is text if all variants take text, and other inputs keep their type', () => {
  const text = taking({ question: { type: 'string' } })
  const list = taking({ question: { type: 'array' } })

  expect(inputFields([text], { input: { more: 1 } })).toEqual([
    { name: 'question', isText: true, isChat: false },
    { name: 'more', isText: false, isChat: false },
  ])
  expect(inputFields([text, list], { input: {} })).toMatchObject([{ isText: false }])
})
