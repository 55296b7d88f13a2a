import { readFile } from 'node:fs/promises'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'
import { rankByWords } from './words.ts'

type Metadata = Record<string, string | number | boolean>

type Passage = {
  documentId: string
  position: number
  text: string
  source: string
  url: string | null
  lines: { from: number; to: number }
  metadata: Metadata
  /** Base64 of 32-bit floats. */
  vector: string
}

type Search = { query: string; k: number; minScore?: number; filter?: Metadata }

/** A passage that a search found. `n` is the number a citation names. */
export type FoundPassage = {
  n: number
  id: string
  text: string
  source: string
  url: string | null
  lines: string
  score: number
  similarity: number
  metadata: Metadata
}

export type Collection = { name: string; search: (search: Search) => Promise<FoundPassage[]> }

/** The constant of reciprocal rank fusion. */
const DAMPING = 60
const MAX_SCORE = 2 / (DAMPING + 1)

/** How many passages of each ranking are fused. */
const CANDIDATES = 200

/** Creates a collection of the passages in a JSON file, searched by meaning and by words. */
export function createCollection(
  name: string,
  file: URL,
  embeddings: EmbeddingsInterface,
): Collection {
  let passages: Promise<(Passage & { numbers: Float32Array })[]> | undefined
  return {
    name,
    async search({ query, k, minScore = -1, filter = {} }) {
      if (query.trim() === '') throw new Error(`The query of ${name} is empty`)
      const all = await (passages ??= readPassages(file))
      const conditions = Object.entries(filter)
      const matching = all.filter(({ metadata }) =>
        conditions.every(([key, value]) => metadata[key] === value),
      )
      if (matching.length === 0) return []
      const vector = await embeddings.embedQuery(query)
      const similarities = matching.map(({ numbers }) => cosine(vector, numbers))
      const vectorRanking = [...matching.keys()]
        .sort((a, b) => (similarities[b] ?? 0) - (similarities[a] ?? 0))
        .slice(0, CANDIDATES)
      const keywordRanking = rankByWords(
        matching.map(({ text }) => text),
        query,
      ).slice(0, CANDIDATES)
      return fuseRankings(vectorRanking, keywordRanking)
        .flatMap(({ index, score }) => {
          const passage = matching[index]
          const similarity = similarities[index] ?? 0
          return passage && similarity >= minScore ? [{ passage, score, similarity }] : []
        })
        .slice(0, k)
        .map(({ passage, score, similarity }, index) => ({
          n: index + 1,
          id: `${passage.documentId}#${passage.position}`,
          text: passage.text,
          source: passage.source,
          url: passage.url,
          lines: `${passage.lines.from}–${passage.lines.to}`,
          score: rounded(score),
          similarity: rounded(similarity),
          metadata: passage.metadata,
        }))
    },
  }
}

async function readPassages(file: URL) {
  const text = await readFile(file, 'utf8')
  const passages: Passage[] = JSON.parse(text)
  return passages.map((passage) => {
    const bytes = Uint8Array.from(Buffer.from(passage.vector, 'base64'))
    return { ...passage, numbers: new Float32Array(bytes.buffer) }
  })
}

function cosine(a: readonly number[], b: Float32Array): number {
  if (a.length !== b.length) {
    throw new Error(
      `The model returns vectors of ${a.length} numbers, but the vectors of the passages have ${b.length}`,
    )
  }
  let [product, lengthA, lengthB] = [0, 0, 0]
  for (const [index, value] of b.entries()) {
    const component = Math.fround(a[index] ?? 0)
    product += component * value
    lengthA += component * component
    lengthB += value * value
  }
  return lengthA === 0 || lengthB === 0 ? 0 : product / Math.sqrt(lengthA * lengthB)
}

/** Fuses two rankings. The first of both has the score 1. */
function fuseRankings(vectorRanking: readonly number[], keywordRanking: readonly number[]) {
  const ranks = [vectorRanking, keywordRanking].map(
    (order) => new Map(order.map((index, rank) => [index, rank + 1])),
  )
  const share = (rank: number | undefined) => (rank === undefined ? 0 : 1 / (DAMPING + rank))
  return [...new Set([...vectorRanking, ...keywordRanking])]
    .map((index) => ({
      index,
      score: ranks.reduce((sum, rank) => sum + share(rank.get(index)), 0) / MAX_SCORE,
    }))
    .sort((a, b) => b.score - a.score)
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
