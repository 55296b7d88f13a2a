import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { comparableMessages, findDuplicateCalls } from './duplicate-calls.ts'

const usage = { ...ZERO_USAGE, input: 10, output: 1 }
const call = (id: string, scope: string, more: object = {}) => ({
  id,
  scope,
  parentId: 'parent',
  models: ['gpt-5'],
  startedAt: 0,
  endedAt: 10,
  usage,
  messages: 'hello',
  ...more,
})

test('keeps the report with the most token counts', () => {
  const outer = call('outer', 'langchain', { usage: null })
  const inner = call('inner', 'openai', { startedAt: 1, endedAt: 9 })

  expect(findDuplicateCalls([inner, outer])).toEqual(new Set(['outer']))
})

test('keeps the outer report if both are equal', () => {
  const inner = call('a', 'openai', { startedAt: 1, endedAt: 9 })

  expect(findDuplicateCalls([inner, call('b', 'langchain')])).toEqual(new Set(['a']))
})

test('a report inside another one is a duplicate as well', () => {
  const inner = call('inner', 'openai', { parentId: 'outer', startedAt: 1 })

  expect(findDuplicateCalls([inner, call('outer', 'langchain')])).toEqual(new Set(['inner']))
})

test('messages in different formats compare as equal', () => {
  const plain = { messages: [{ role: 'human', content: 'Hi' }] }
  const parts = { messages: [{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }] }

  expect(comparableMessages(parts)).toBe(comparableMessages(plain))
})
