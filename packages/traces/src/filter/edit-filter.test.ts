import { expect, test } from 'vitest'
import { removeTerm, toggleValue, requiredValues, withTerms } from './edit-filter.ts'
import { parseFilter } from './parse-filter.ts'

test.each([
  ['', 'status', 'error', 'status:error'],
  ['refund', 'tag', 'a b', 'refund tag:"a b"'],
  ['status:error refund', 'status', 'running', 'status:error,running refund'],
  ['status:error,running refund', 'status', 'error', 'status:running refund'],
  ['status:error refund', 'status', 'error', 'refund'],
  ['-tag:a', 'tag', 'a', '-tag:a tag:a'],
  ['', 'metadata.path', '//srv/a', 'metadata.path:"//srv/a"'],
  ['model:gpt*', 'model', 'gpt*', 'model:gpt*,"gpt*"'],
])('%j with %s %s toggled becomes %j', (text, key, value, after) => {
  expect(toggleValue(text, key, value)).toBe(after)
})

test('removes a term with the space next to it', () => {
  const text = 'a status:error b'
  const [, term] = parseFilter(text).terms
  expect(term && removeTerm(text, term)).toBe('a b')
})

test('removes a term without changing quoted text', () => {
  const text = 'metadata.path:"my  files"  status:error'
  const [, term] = parseFilter(text).terms
  expect(term && removeTerm(text, term)).toBe('metadata.path:"my  files"')
})

test.each([
  ['', ['agent:support'], 'agent:support'],
  ['', [], ''],
  ['status:error', ['agent:support'], 'agent:support status:error'],
  ['agent:support version:3', ['agent:support'], 'agent:support version:3'],
  ['project:"my shop"', ['project:"my shop"'], 'project:"my shop"'],
  ['agent:support-eu', ['agent:support'], 'agent:support agent:support-eu'],
])('%j with the terms %j becomes %j', (text, terms, whole) => {
  expect(withTerms(text, terms)).toBe(whole)
})

test('lists the required values of a key, without negated ones', () => {
  const { terms } = parseFilter('status:error,running -status:success tag:a refund')

  expect(requiredValues(terms, 'status')).toEqual(['error', 'running'])
  expect(requiredValues(terms, 'model')).toEqual([])
})

test('toggles metadata values like others', () => {
  const one = toggleValue('status:error', 'metadata.customer', 'acme')
  const two = toggleValue(one, 'metadata.customer', 'big co')

  expect(two).toBe('status:error metadata.customer:acme,"big co"')
  expect(toggleValue(two, 'metadata.customer', 'acme')).toBe(
    'status:error metadata.customer:"big co"',
  )
})
