import * as z from 'zod'
import { NanoDollars } from './common.ts'

const tokens = z.int().nonnegative()

/** Tokens. `input` includes the cached ones, `output` includes reasoning, as OpenAI counts. */
export const Usage = z.object({
  input: tokens,
  output: tokens,
  cachedRead: tokens,
  cachedWrite: tokens,
  reasoning: tokens,
  audio: tokens,
})
export type Usage = z.infer<typeof Usage>

/** Nano-dollars; `total` is null when any part has no known price. */
export const Cost = z.object({
  total: NanoDollars,
  input: NanoDollars,
  output: NanoDollars,
  priceId: z.string().nullable(),
})
export type Cost = z.infer<typeof Cost>
