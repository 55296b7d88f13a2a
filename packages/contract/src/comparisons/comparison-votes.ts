import * as z from 'zod'

/** Which of two outputs a person preferred in a blind vote. */
export const PairVote = z.object({
  case: z.string(),
  repeat: z.int().nonnegative(),
  first: z.string(),
  second: z.string(),
  winner: z.enum(['first', 'second', 'tie']),
})
export type PairVote = z.infer<typeof PairVote>
