import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { channelUses } from './channel-uses.ts'

test('channel uses list writers and readers', () => {
  const uses = channelUses(
    graph({
      state: {
        topic: { type: 'string' },
        questions: { type: 'array' },
        notes: { type: 'array', reducer: 'append' },
        unused: { type: 'string' },
      },
      input: ['topic'],
      output: ['notes'],
      nodes: {
        plan: { kind: 'code', code: 'return { questions: [topic] }', writes: ['questions'] },
        search: { kind: 'set', values: { notes: { expression: '[question]' } } },
      },
      edges: [
        { from: 'start', to: 'plan' },
        { from: 'plan', to: 'search', each: { of: 'questions', as: 'question' } },
      ],
    }),
  )

  expect(uses).toEqual({
    topic: { writers: ['start'], readers: ['plan'] },
    questions: { writers: ['plan'], readers: ['search'] },
    notes: { writers: ['search'], readers: ['end'] },
    unused: { writers: [], readers: [] },
  })
})

test('code that uses the whole state reads every channel', () => {
  const uses = channelUses(
    graph({
      state: { a: { type: 'string' }, b: { type: 'string' } },
      input: [],
      output: [],
      nodes: { all: { kind: 'code', code: 'return { a: JSON.stringify(state) }', writes: ['a'] } },
      edges: [],
    }),
  )

  expect(uses['b']?.readers).toEqual(['all'])
})
