import * as z from 'zod'
import { NanoDollars } from '../common.ts'

const tokens = z.int().nonnegative()

/** Tokens. `input` includes cached tokens and `output` includes reasoning, as in OpenAI's API. */
export const Usage = z.object({
  input: tokens,
  output: tokens,
  cachedRead: tokens,
  cachedWrite: tokens,
  reasoning: tokens,
  /** Input and output together. */
  audio: tokens,
  /** Audio input, without cached audio if that is reported. Absent if unknown. */
  audioInput: tokens.exactOptional(),
  /**
   * Audio output. In a sum, both directions contain the known part, which can be less than `audio`.
   */
  audioOutput: tokens.exactOptional(),
  /** Cached audio input, which `audio` excludes. Absent if unknown. */
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
