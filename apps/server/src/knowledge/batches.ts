import type { Chunk } from '@lathe/contract'

const MOST_CHUNKS = 96
const MOST_CHARACTERS = 100_000

/** As many at once as providers take, and as few as make a failure cheap. */
export function batchesOf(chunks: readonly Chunk[]): Chunk[][] {
  const batches: Chunk[][] = []
  let characters = 0
  for (const chunk of chunks) {
    const last = batches.at(-1)
    characters += chunk.text.length
    if (last && last.length < MOST_CHUNKS && characters <= MOST_CHARACTERS) last.push(chunk)
    else {
      batches.push([chunk])
      characters = chunk.text.length
    }
  }
  return batches
}
