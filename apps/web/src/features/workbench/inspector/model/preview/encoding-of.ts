import type { Encoding } from './tokens.worker.ts'

type ModelEncoding = {
  encoding: Encoding
  /** False where the model's own tokenizer is not known, so that the count is about right at best. */
  isOwn: boolean
}

/** The tokenizer a model reads with, by its name. */
export function encodingOf(model: string): ModelEncoding {
  if (/^gpt-(3\.5|4(?!o|\.))/.test(model)) return { encoding: 'cl100k_base', isOwn: true }
  return { encoding: 'o200k_base', isOwn: /^(gpt-|chatgpt-|o[1-9](-|$)|ft:gpt-)/.test(model) }
}
