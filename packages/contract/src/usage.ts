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

/** Of what was paid for before, or never. */
export const noCost: Cost = { total: 0, input: 0, output: 0, priceId: null }

export const noUsage: Usage = {
  input: 0,
  output: 0,
  cachedRead: 0,
  cachedWrite: 0,
  reasoning: 0,
  audio: 0,
}

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cachedRead: a.cachedRead + b.cachedRead,
  cachedWrite: a.cachedWrite + b.cachedWrite,
  reasoning: a.reasoning + b.reasoning,
  audio: a.audio + b.audio,
})
