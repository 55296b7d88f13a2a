/** Of reciprocal rank fusion: how little the very first places count more than the next ones. */
const DAMPING = 60
const BEST = 2 / (DAMPING + 1)

export type Fused = { seq: number; score: number; vector: number | null; text: number | null }

/** One order of two, by reciprocal rank; what leads both has the score 1. */
export function fuse(byVector: readonly number[], byText: readonly number[]): Fused[] {
  const places = (list: readonly number[]) => new Map(list.map((seq, index) => [seq, index + 1]))
  const [vector, text] = [places(byVector), places(byText)]
  const share = (place: number | undefined) => (place === undefined ? 0 : 1 / (DAMPING + place))
  return [...new Set([...byVector, ...byText])]
    .map((seq) => ({
      seq,
      score: (share(vector.get(seq)) + share(text.get(seq))) / BEST,
      vector: vector.get(seq) ?? null,
      text: text.get(seq) ?? null,
    }))
    .toSorted((a, b) => b.score - a.score)
}
