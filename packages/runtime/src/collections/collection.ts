import { readFile } from 'node:fs/promises'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'

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

/** The constants of BM25. */
const K1 = 1.2
const B = 0.75
const MIN_WEIGHT = 1e-6

/** Returns the indexes of the texts that contain a word of the query, best first by BM25. */
function rankByWords(texts: readonly string[], query: string): number[] {
  const phrases = new Map(listPhrases(query).map((phrase) => [phrase, listWords(phrase)]))
  const documents = texts.map((text) => {
    const words = listWords(text)
    const counts = new Map<string, number>()
    for (const [phrase, parts] of phrases) {
      const count = countPhrase(words, parts)
      if (count > 0) counts.set(phrase, count)
    }
    return { counts, length: words.length }
  })
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const weights = new Map(
    [...phrases.keys()].map((phrase) => {
      const having = documents.filter(({ counts }) => counts.has(phrase)).length
      const rarity = Math.log((texts.length - having + 0.5) / (having + 0.5))
      return [phrase, rarity > 0 ? rarity : MIN_WEIGHT]
    }),
  )
  const scores = documents.map(({ counts, length }) =>
    [...counts].reduce((sum, [phrase, count]) => {
      const dampedCount = count + K1 * (1 - B + (B * length) / average)
      return sum + ((weights.get(phrase) ?? 0) * count * (K1 + 1)) / dampedCount
    }, 0),
  )
  return [...texts.keys()]
    .filter((index) => (documents[index]?.counts.size ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

/** Chinese and Japanese are written without spaces, in words of two characters mostly. */
const CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々]+/u
/** Thai, Lao, Myanmar and Khmer are written without spaces, in words that only a dictionary separates. */
const LETTERS = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]+/u
const UNSPACED = new RegExp(`${CHARACTERS.source}|${LETTERS.source}`, 'gu')
const dictionary = new Intl.Segmenter('th', { granularity: 'word' })

/** Splits a text into words without diacritics: `café` is `cafe`. Each character of an unspaced script is a word. */
const listWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(UNSPACED, (part) => ` ${Array.from(part).join(' ')} `)
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Splits a query into words; unspaced scripts into pairs of characters, or words of the dictionary. */
function listPhrases(query: string): string[] {
  const text = query.toLowerCase().normalize('NFKC')
  const spacedText = text.replace(UNSPACED, (part) => {
    const characters = Array.from(part)
    const split = !CHARACTERS.test(part)
      ? Array.from(dictionary.segment(part), ({ segment }) => segment)
      : characters.length < 2
        ? characters
        : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    return ` ${split.join(' ')} `
  })
  return [...new Set(spacedText.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
}

function countPhrase(words: readonly string[], parts: readonly string[]): number {
  if (parts.length === 0) return 0
  return words.filter((_, offset) => parts.every((part, index) => words[offset + index] === part))
    .length
}
