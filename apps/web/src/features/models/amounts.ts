/** What a price says, by the words for it. */
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

// The cast holds: they are the keys written above.
export const amountKeys = Object.keys(amounts) as Amount[]
