import { expect, test } from 'vitest'
import { howClause } from './how-clause.ts'

test.each([
  [
    'How LangGraph keeps the state of an agent',
    'How does LangGraph keep the state of an agent?',
    'LangGraph',
    'the state of an agent',
  ],
  ['how vaccines work', 'How do vaccines work?', 'vaccines', undefined],
  [
    'How LangGraph checkpoints work',
    'How do LangGraph checkpoints work?',
    'LangGraph checkpoints',
    undefined,
  ],
  ['Why the moon causes tides', 'Why does the moon cause tides?', 'the moon', undefined],
  [
    'How does a heat pump save energy?',
    'How does a heat pump save energy?',
    'a heat pump',
    undefined,
  ],
  ['Why do bees dance?', 'Why do bees dance?', 'bees', undefined],
])('%s', (text, question, subject, object) => {
  expect(howClause(text)).toEqual({ question, subject, object })
})

test.each(['How to bake bread', 'How much is it?', 'What is tea?', 'tea'])(
  '%s has no such clause',
  (text) => {
    expect(howClause(text)).toBeUndefined()
  },
)
