import type { PatternMeter } from '@lathe/patterns'
import { createPatternMeter } from '@lathe/patterns'
import { badRequest } from '../api-error.ts'

/** Values, and characters that a schema alone asks for: more than any answer made by a model has. */
const MOST = 10_000
/** At subschemas, to see whether values satisfy them: references can double them with every level. */
const MOST_LOOKS = 10 * MOST

/** What an answer may still take: a few words of schema can ask for one without end. Both throw where it is too much. */
export type Room = {
  take: (amount: number) => void
  look: () => void
  patterns: PatternMeter
}

export function createRoom(): Room {
  let left = MOST
  let looks = MOST_LOOKS
  const check = (isEnough: boolean) => {
    if (isEnough) return
    throw badRequest('Invalid schema: it asks for more than an answer holds.', 'schema')
  }
  return {
    patterns: createPatternMeter(() =>
      badRequest('Invalid schema: its patterns take too long to evaluate.', 'schema'),
    ),
    take(amount) {
      left -= amount
      check(left >= 0)
    },
    look() {
      looks -= 1
      check(looks >= 0)
    },
  }
}
