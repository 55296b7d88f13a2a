import { expect, test } from 'vitest'
import { howClause } from './how-clause.ts'

test.each([
  [
    'How LangGraph keeps the state of an agent',
    'How does LangGraph keep the state of an agent?',
    'LangGraph',
  ],
  ['how vaccines work', 'How do vaccines work?', 'vaccines'],
  ['How LangGraph checkpoints work', 'How do LangGraph checkpoints work?', 'LangGraph checkpoints'],
  ['Why the moon causes tides', 'Why does the moon cause tides?', 'the moon'],
  ['How does a heat pump save energy?', 'How does a heat pump save energy?', 'a heat pump'],
  ['Why do bees dance?', 'Why do bees dance?', 'bees'],
])('%s', (text, question, subject) => {
  expect(howClause(text)).toEqual({ question, subject })
})

test.each(['How to bake bread', 'How much is it?', 'What is tea?', 'tea'])(
  '%s has no such clause',
  (text) => {
    expect(howClause(text)).toBeUndefined()
  },
)
