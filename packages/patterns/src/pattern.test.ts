import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { compilePattern, createPatternMeter, patternProblem } from './pattern.ts'
import { CPU_LIMIT_MS, cpuTime, REJECTED_PATTERNS, SLOW_FAMILIES } from './testing/families.ts'

test.each(SLOW_FAMILIES)('matches %s in linear time', async (pattern, text) => {
  expect(patternProblem(pattern)).toBeNull()

  const spent = await cpuTime(() => compilePattern(pattern).test(text))

  expect(spent).toBeLessThan(CPU_LIMIT_MS)
})

test.each(REJECTED_PATTERNS)('rejects %s and names the reason', (pattern, reason) => {
  expect(patternProblem(pattern)).toContain(reason)
  expect(() => compilePattern(pattern)).toThrow(pattern === '(' ? 'Unterminated group' : reason)
})

test.each(['duration', 'iban', 'email', 'uuid', 'ipv6', 'base64', 'hostname'] as const)(
  'evaluates the pattern of zod’s %s format in linear time',
  async (format) => {
    const regex = z.regexes[format]
    const { source } = regex instanceof RegExp ? regex : regex()
    const pattern = compilePattern(source)

    for (const part of ['1', 'a', '.', 'a.', 'P1', '1Y', 'DE89', 'a@', '::', '-']) {
      const text = `${part.repeat(20_000)}!`
      expect(await cpuTime(() => pattern.test(text))).toBeLessThan(CPU_LIMIT_MS)
    }
  },
)

const ATOMS = String.raw`a b 1 . \d \D \w \W \s \S [ab] [^a] [\s1] ^ $ \b \p{L} \P{Lu} [^\S\p{Nd}] \x41 \u{e9} ()`
const atom = fc.constantFrom(' ', ...ATOMS.split(' '))
const { pattern: anyPattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('piece'),
    fc.array(tie('pattern'), { maxLength: 3 }).map((parts) => parts.join('')),
    fc.array(tie('pattern'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('|')),
    fc
      .tuple(fc.constantFrom('(?=', '(?!'), tie('pattern'), tie('pattern'))
      .map(([open, inner, rest]) => `^${open}${inner})${rest}`),
  ),
  piece: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0}'))
      .map(([inner, repeat]) => `(?:${inner})${repeat}`),
  ),
}))
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'A', '1', '_', ' ', '\n', '\u2028', '\u00a0', 'é', '😀'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

test('agrees with JavaScript’s own engine on every pattern that it accepts', () => {
  fc.assert(
    fc.property(anyPattern, fc.array(anyText, { minLength: 5, maxLength: 5 }), (source, texts) => {
      fc.pre(patternProblem(source) === null)
      const pattern = compilePattern(source)
      const native = new RegExp(source, 'u')

      for (const text of texts)
        expect([text, pattern.test(text)]).toEqual([text, native.test(text)])
    }),
    { numRuns: 2_000 },
  )
})

test('agrees with JavaScript’s own engine on counts that RE2 refuses', () => {
  for (const source of ['^a{1001}$', '^a{3,1500}$', '^(?:a{40}b?){0,30}$', '^a{1200,}$']) {
    const pattern = compilePattern(source)
    const native = new RegExp(source, 'u')
    for (const length of [0, 2, 3, 1_000, 1_001, 1_199, 1_200, 1_201, 1_500, 1_501]) {
      const text = 'a'.repeat(length)
      expect([source, length, pattern.test(text)]).toEqual([source, length, native.test(text)])
    }
  }
})

test('stops a test whose text is too long for its pattern', () => {
  const patterns = createPatternMeter(() => new Error('too much'))
  const { test: matches } = patterns.compile('^[ab]*a[ab]{100}$')

  expect(matches('ba'.repeat(1_000))).toBe(true)
  expect(() => matches('ba'.repeat(1_000_000))).toThrow('too much')
})

test('stops a schema whose patterns are too large together', () => {
  const patterns = createPatternMeter(() => new Error('too much'))

  expect(() => {
    for (let nth = 0; nth < 1_000; nth++) patterns.compile(`^[a-z]{1,900}${nth}$`)
  }).toThrow('too much')
})
