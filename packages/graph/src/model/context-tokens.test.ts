import { expect, test } from 'vitest'
import { contextTokens } from './context-tokens.ts'

test.each([
  ['gpt-4', 8_192],
  ['gpt-4-0613', 8_192],
  ['gpt-4-turbo-2024-04-09', 128_000],
  ['gpt-5.4-mini-2026-03-17', 400_000],
  ['gpt-5.4-2026-03-05', 1_050_000],
  ['o3-mini', 200_000],
  ['demo-1', 128_000],
  ['openai/gpt-4o-mini', 128_000],
  ['ft:gpt-3.5-turbo-0125:acme::8Qx', 16_385],
])('contextTokensOf(%s) is %i', (model, tokens) => {
  expect(contextTokens(model)).toBe(tokens)
})

test.each(['gpt-4.5-preview', 'gpt-9', 'o1x', 'constructor', ''])(
  'contextTokensOf returns null for a model named `%s`',
  (model) => {
    expect(contextTokens(model)).toBeNull()
  },
)
