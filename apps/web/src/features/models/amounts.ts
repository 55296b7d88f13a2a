/** Labels of the amounts of a price. */
export const amounts = {
  input: 'Input',
  cachedRead: 'Cached read',
  cachedWrite: 'Cached write',
  output: 'Output',
  reasoning: 'Reasoning',
  audioInput: 'Audio in',
  audioOutput: 'Audio out',
  audioCached: 'Cached audio',
} as const

export type Amount = keyof typeof amounts

// The cast holds because the keys are the literals above.
export const amountKeys = Object.keys(amounts) as Amount[]
