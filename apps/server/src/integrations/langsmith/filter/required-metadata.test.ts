import { expect, test } from 'vitest'
import { requiredMetadata } from './required-metadata.ts'
import { parseFilter } from './parse-filter.ts'

const acme = { keys: ['customer'], value: 'acme' }

test.each([
  ['and(eq(metadata_key, "customer"), eq(metadata_value, "acme"))', acme],
  ['and(eq(run_type, "llm"), and(eq(metadata_key, "customer"), eq(metadata_value, "acme")))', acme],
  [`has(metadata, '{"customer": "acme"}')`, acme],
  [
    'and(in(metadata_key, ["session_id", "thread_id"]), eq(metadata_value, 7))',
    { keys: ['session_id', 'thread_id'], value: '7' },
  ],
])('metadataIn(%s) returns the indexed metadata it requires', (filter, expected) => {
  expect(requiredMetadata(parseFilter(filter))).toEqual(expected)
})

test.each([
  'or(eq(metadata_key, "customer"), eq(name, "x"))',
  'not(eq(metadata_key, "customer"))',
  'neq(metadata_key, "customer")',
  'eq(metadata_key, "customer")',
  'has(metadata, "customer")',
  'and(eq(metadata_key, "ls_model_name"), eq(metadata_value, "gpt"))',
  'and(eq(metadata_key, "title"), eq(metadata_value, "Refund"))',
  'and(eq(metadata_key, "otel"), eq(metadata_value, "on"))',
  'eq(metadata_value, "acme")',
  `has(metadata, '{"customer": {"name": "acme"}}')`,
])('metadataIn(%s) returns undefined', (filter) => {
  expect(requiredMetadata(parseFilter(filter))).toBeUndefined()
})

test.each(['2026-11-20T12:00:00Z', '{"a":1}', '', 'sk-proj-abcdefghijklmnop1234'])(
  'metadataIn returns undefined for a value that is not indexed verbatim: %j',
  (value) => {
    const filter = `and(eq(metadata_key, "customer"), eq(metadata_value, ${JSON.stringify(value)}))`
    expect(requiredMetadata(parseFilter(filter))).toBeUndefined()
  },
)
