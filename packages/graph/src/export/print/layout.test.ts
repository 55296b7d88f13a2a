import { expect, test } from 'vitest'
import { comment, HARD_BREAK } from './layout.ts'

test.each([`Ends */ here`, `Ends *${HARD_BREAK}/ here`, `Ends *${HARD_BREAK}${HARD_BREAK}/ here`])(
  'no description ends its own comment: %j',
  (text) => {
    expect(comment(text)).toEqual(['/** Ends * / here */'])
  },
)
