import { expect, test } from 'vitest'
import { encodingOf } from './encoding-of.ts'

test.each([
  ['gpt-4', 'cl100k_base', true],
  ['gpt-4-turbo-2024-04-09', 'cl100k_base', true],
  ['gpt-3.5-turbo', 'cl100k_base', true],
  ['gpt-4o-mini', 'o200k_base', true],
  ['gpt-4.1', 'o200k_base', true],
  ['gpt-5.6-sol', 'o200k_base', true],
  ['o3-mini', 'o200k_base', true],
  ['demo-1', 'o200k_base', false],
  ['olmo-2', 'o200k_base', false],
])('%s is counted with %s, as its own: %s', (model, encoding, isOwn) => {
  expect(encodingOf(model)).toEqual({ encoding, isOwn })
})
