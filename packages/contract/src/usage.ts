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
  /** In both together. */
  audio: tokens,
  /** What of it was heard, but for what came from the cache where that is told; absent where nobody told. */
  audioInput: tokens.exactOptional(),
  /** What of it was spoken. Of a sum both sides are what is known: short of `audio` by what nobody told. */
  audioOutput: tokens.exactOptional(),
  /** What of the cached that was read was audio, which `audio` leaves out; absent where nobody told. */
  audioCached: tokens.exactOptional(),
  /** The part of `cachedWrite` with a lifetime of one hour; absent if 0. */
  cachedWrite1h: tokens.exactOptional(),
  /** Tokens that the reported total has beyond input and output. Their price is unknown. */
  unattributed: tokens.exactOptional(),
})
export type Usage = z.infer<typeof Usage>

/** Nano-dollars. `total` is null when any part has no known price; `input` and `output` then hold the known part. */
export const Cost = z.object({
  total: NanoDollars,
  input: NanoDollars,
  output: NanoDollars,
  priceId: z.string().nullable(),
})
export type Cost = z.infer<typeof Cost>
