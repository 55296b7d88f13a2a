import { expect, test } from 'vitest'
import { isSafePattern } from './pattern-safety.ts'

const HOSTILE = ['a', 'a-', '-a', 'aa.', 'A1-'].map((part) => `${part.repeat(20_000)}!`)

test.each([
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^([a-z0-9-]+\\.)+[a-z]{2,}$',
  '^/(?:[a-z]*/)*$',
  '^(?:-\\d{2}[a-z]+)*$',
  '^(a|b)*$',
])('%s is matched in a moment, whatever the text', (pattern) => {
  expect(isSafePattern(pattern)).toBe(true)
  for (const text of HOSTILE) expect(new RegExp(pattern, 'u').test(text)).toBe(false)
})

test.each([
  ['a repeat that nothing delimits', '^(a+)+$'],
  ['what delimits it is optional', '^(-?[a-z]+)*$'],
  ['what delimits it is matched by it', '^([a-z-]+-)*$'],
  ['what delimits it is matched by it where case does not count', '^(?i:A[a-z]+)*$'],
  ['two repeats between two delimiters', '^(-[a-z]+[a-z]+)*$'],
  ['one of three levels', '^((-[a-z]+)*)*$'],
  ['a choice of what begins alike', '^(ab|a)*$'],
  ['a reference back', '^(a+)-\\1$'],
])('refused is %s', (_, pattern) => {
  expect(isSafePattern(pattern)).toBe(false)
})
