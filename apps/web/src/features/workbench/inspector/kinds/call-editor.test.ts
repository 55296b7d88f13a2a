import type { GraphDocument } from '@lathe/contract'
import { emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { inputFrom, outputTo } from './call-editor.tsx'

const document = (parts: Partial<GraphDocument>): GraphDocument => ({
  ...emptyDocument(),
  ...parts,
})

const helper = document({
  state: {
    question: { type: 'string' },
    limit: { type: 'number', default: 3 },
    facts: { type: 'array' },
    reply: { type: 'string' },
  },
  input: ['question', 'limit', 'facts'],
  output: ['reply', 'facts'],
})

test('inputs are mapped to channels by name or by unique type', () => {
  const state: GraphDocument['state'] = {
    question: { type: 'string' },
    draft: { type: 'string' },
    notes: { type: 'array' },
  }

  expect(inputFrom(document({ state }), helper)).toEqual({
    question: { expression: 'question' },
    facts: { expression: 'notes' },
  })
  expect(inputFrom(document({ state: {} }), helper)).toEqual({
    question: { template: '' },
    facts: { expression: '' },
  })
})

test('an output is mapped to the channel of its name and type', () => {
  const caller = document({ state: { reply: { type: 'string' }, facts: { type: 'string' } } })

  expect(outputTo(caller, helper)).toEqual({ reply: 'reply' })
})
