import type { JsonSchema } from '@lathe/contract'
import { expect, test } from 'vitest'
import { inlineCondition, inlineExpression } from './inline.ts'

const channels: Record<string, JsonSchema> = {
  count: { type: 'integer' },
  done: { type: 'boolean' },
  text: { type: 'string' },
  verdict: { enum: ['good', 'bad'] },
  words: { type: 'array', items: { type: 'string' } },
}

const resolve = (name: string) => (Object.hasOwn(channels, name) ? (channels[name] ?? null) : null)

const inline = (source: string) => inlineExpression(source, resolve)

test.each([
  ['count + 1', 'state.count + 1', 'number'],
  ['words.length > count', 'state.words.length > state.count', 'boolean'],
  ["verdict === 'good' && !done", "state.verdict === 'good' && !state.done", 'boolean'],
  ["['good', 'bad'].includes(verdict)", "['good', 'bad'].includes(state.verdict)", 'boolean'],
  ['`${text}: ${count}`', '`${state.text}: ${state.count}`', 'string'],
  ["words[count] ?? ''", "state.words[state.count] ?? ''", 'string'],
  ["words.join(', ')", "state.words.join(', ')", 'string'],
  ['text.trim()', 'state.text.trim()', 'string'],
  ['[text, verdict]', '[state.text, state.verdict]', 'array'],
  [
    '({ role: "assistant", content: text })',
    '{ role: "assistant", content: state.text }',
    'object',
  ],
  ['({ count, text })', '{ count: state.count, text: state.text }', 'object'],
])('writes `%s` as TypeScript', (source, onState, type) => {
  expect(inline(source)).toMatchObject({ onState, schema: { type } })
})

test.each([
  ['words && text', 'state.words && state.text'],
  ['!done || count > 1', '!state.done || state.count > 1'],
])('writes the condition `%s` as TypeScript', (source, onState) => {
  expect(inlineCondition(source, resolve)).toEqual({ text: source, onState })
})

test.each(["'always'", '[text]', '!missing', "text && 'x'"])(
  'leaves the condition `%s` to JavaScript',
  (source) => {
    expect(inlineCondition(source, resolve)).toBeNull()
  },
)

test.each([
  ['a name without a type', 'missing + 1'],
  ['a comparison without common values', "verdict === 'fine'"],
  ['a comparison of a number with text', 'count === text'],
  ['a comparison of two literals', '1 === 2'],
  ['an optional member', 'text?.length'],
  ['a callback', 'words.map((word) => word)'],
  ['a division, whose result may not be JSON', 'count / 0'],
  ['a list of mixed types', '[text, count]'],
  ['a spread', '[...words]'],
  ['a comment', 'count // ok'],
  ['a syntax error', 'count +'],
])('leaves %s to JavaScript', (_, source) => {
  expect(inline(source)).toBeNull()
})
