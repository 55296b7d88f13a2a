import { type Json, Redaction } from '@lathe/contract'
import { CPU_LIMIT_MS, cpuTime, SLOW_FAMILIES } from '@lathe/patterns/testing'
import { describe, expect, test } from 'vitest'
import { createRedact, patternProblem } from './redact.ts'

const HIDDEN = '[SECRET_DETECTED]'

describe('redacts fields with secret names', () => {
  const redact = createRedact(Redaction.parse({ secrets: true }))

  test.each([
    ['a list, as headers are', { authorization: ['abc'] }, { authorization: [HIDDEN] }],
    ['an object', { password: { value: ['abc', 7] } }, { password: { value: [HIDDEN, HIDDEN] } }],
    ['a number', { password: 1234, count: 1234 }, { password: HIDDEN, count: 1234 }],
    ['in capitals', { clientSecret: 'abc' }, { clientSecret: HIDDEN }],
    ['within dots', { a: { 'http.cookie': 'abc' } }, { a: { 'http.cookie': HIDDEN } }],
  ] as [string, Json, Json][])('%s', (_, given, left) => {
    expect(redact(given)).toEqual(left)
  })

  test('keeps the types in a schema of a secret field', () => {
    const schema = { properties: { password: { type: 'string' }, secret: 'abc' } }
    expect(redact(schema)).toEqual({
      properties: { password: { type: 'string' }, secret: HIDDEN },
    })
  })

  test('keeps secret fields unless secrets are redacted', () => {
    const given = { password: ['abc'] }
    const rules = [{ pattern: 'x', replacement: 'y' }]
    expect(createRedact(Redaction.parse({ secrets: false, rules }))(given)).toEqual(given)
  })
})

test('replacing a field name does not remove other fields', () => {
  const rules = [{ pattern: 'ann', replacement: '<name>' }]
  const redact = createRedact(Redaction.parse({ rules }))
  expect(redact({ '': 'ann', kept: 'yes' })).toEqual({ '': '<name>', kept: 'yes' })
})

test.each(['$1', '$&', '$$', '\\', '\\$1'])('replacement %s is literal', (replacement) => {
  const redact = createRedact(Redaction.parse({ rules: [{ pattern: '(ann)', replacement }] }))
  expect(redact('ann')).toBe(replacement)
})

test.each(SLOW_FAMILIES)('a rule with pattern %s runs in linear time', async (pattern, text) => {
  const problem = patternProblem(pattern)
  const rules = problem === undefined ? [{ pattern, replacement: 'x' }] : []
  const redact = createRedact(Redaction.parse({ secrets: false, rules }))

  expect(await cpuTime(() => redact({ text }))).toBeLessThan(CPU_LIMIT_MS)
})
