import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { describePatternError } from './describe-error.ts'

test.each([
  [
    'ab(?=c)',
    'Lookahead (`(?=`) at position 3 is not supported. Remove it, or use a code evaluator.',
  ],
  [
    '(?<!a)b',
    'Lookbehind (`(?<!`) at position 1 is not supported. Remove it, or use a code evaluator.',
  ],
  ['(a)(b', 'The group that starts at position 4 is not closed. Add `)`.'],
  ['[)]a)b', 'The `)` at position 5 closes no group. Remove it, or write `\\)` for the character.'],
  ['x[a-', 'The character class that starts at position 2 is not closed. Add `]`.'],
  [
    '(a)\\1',
    'Back-references such as `\\1` at position 4 are not supported. Remove it, or use a code evaluator.',
  ],
  ['a\\q', '`\\q` at position 2 is not an escape sequence. Write `q` for the character.'],
  ['*a', 'There is nothing to repeat before `*` at position 1. Add a character, or write `\\*`.'],
  ['ba**', 'There are two repetitions in a row at position 3: `**`. Keep one of them.'],
  [
    'a{3,1}',
    '`{3,1}` at position 2 is not a valid repetition. Use counts up to 1000, the smaller one first.',
  ],
  ['[z-a]', '`z-a` at position 2 is not a valid range. Put the smaller character first.'],
  ['a\\', 'The pattern ends with a backslash. Add the character that it escapes, or write `\\\\`.'],
  ['(?z)', 'Invalid or unsupported Perl syntax at position 1: `(?z`.'],
])('describes the problem of %s', (pattern, message) => {
  expect(describe(pattern)).toBe(message)
})

function describe(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    return describePatternError(pattern, error)
  }
}
