import type { Cost, Usage } from './usage.ts'

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
