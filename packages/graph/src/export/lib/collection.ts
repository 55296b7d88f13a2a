import { quote } from '../print/literal.ts'

export const collectionLib = {
  path: 'lib/collection.ts',
  text: `import { readFile } from ${quote('node:fs/promises')}
import type { EmbeddingsInterface } from '@langchain/core/embeddings'
import { bestByWords } from './words.ts'

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

/** What was found, best first; \`n\` is what a citation names. */
export type Found = {
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

export type Collection = { name: string; search: (search: Search) => Promise<Found[]> }

/** Of reciprocal rank fusion: how little the very first places count more than the next ones. */
const DAMPING = 60
const BEST = 2 / (DAMPING + 1)

/** Of each order, however many passages are requested. */
const CANDIDATES = 200

/** The passages of \`collections/<name>.json\`, searched by meaning and by words. */
export function collection(name: string, embeddings: EmbeddingsInterface): Collection {
  let passages: Promise<(Passage & { numbers: Float32Array })[]> | undefined
  return {
    name,
    async search({ query, k, minScore = -1, filter = {} }) {
      if (query.trim() === '') throw new Error(\`What is looked for in \${name} came out empty\`)
      const all = await (passages ??= read(name))
      const wanted = Object.entries(filter)
      const fitting = all.filter(({ metadata }) => wanted.every(([key, value]) => metadata[key] === value))
      if (fitting.length === 0) return []
      const asked = await embeddings.embedQuery(query)
      const similarities = fitting.map(({ numbers }) => cosine(asked, numbers))
      const byMeaning = [...fitting.keys()]
        .sort((a, b) => (similarities[b] ?? 0) - (similarities[a] ?? 0))
        .slice(0, CANDIDATES)
      const byWords = bestByWords(fitting.map(({ text }) => text), query).slice(0, CANDIDATES)
      return fuse(byMeaning, byWords)
        .flatMap(({ index, score }) => {
          const passage = fitting[index]
          const similarity = similarities[index] ?? 0
          return passage && similarity >= minScore ? [{ passage, score, similarity }] : []
        })
        .slice(0, k)
        .map(({ passage, score, similarity }, index) => ({
          n: index + 1,
          id: \`\${passage.documentId}#\${passage.position}\`,
          text: passage.text,
          source: passage.source,
          url: passage.url,
          lines: \`\${passage.lines.from}–\${passage.lines.to}\`,
          score: rounded(score),
          similarity: rounded(similarity),
          metadata: passage.metadata,
        }))
    },
  }
}

async function read(name: string) {
  const text = await readFile(new URL(\`../collections/\${name}.json\`, import.meta.url), 'utf8')
  const passages: Passage[] = JSON.parse(text)
  return passages.map((passage) => {
    const bytes = Uint8Array.from(Buffer.from(passage.vector, 'base64'))
    return { ...passage, numbers: new Float32Array(bytes.buffer) }
  })
}

function cosine(a: readonly number[], b: Float32Array): number {
  if (a.length !== b.length) {
    throw new Error(\`The model gives vectors of \${a.length} numbers, and those of the passages have \${b.length}\`)
  }
  let [both, own, other] = [0, 0, 0]
  for (const [index, value] of b.entries()) {
    const asked = Math.fround(a[index] ?? 0)
    both += asked * value
    own += asked * asked
    other += value * value
  }
  return own === 0 || other === 0 ? 0 : both / Math.sqrt(own * other)
}

/** One order of two; what leads both has the score 1. */
function fuse(byMeaning: readonly number[], byWords: readonly number[]) {
  const places = [byMeaning, byWords].map((order) => new Map(order.map((index, at) => [index, at + 1])))
  const share = (place: number | undefined) => (place === undefined ? 0 : 1 / (DAMPING + place))
  return [...new Set([...byMeaning, ...byWords])]
    .map((index) => ({
      index,
      score: places.reduce((sum, place) => sum + share(place.get(index)), 0) / BEST,
    }))
    .sort((a, b) => b.score - a.score)
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
`,
}

export const wordsLib = {
  path: 'lib/words.ts',
  text: `/** How fast more of a word counts less, and how much the length of a text does. */
const K1 = 1.2
const B = 0.75
const LEAST_WEIGHT = 1e-6

/** The texts with any of the words that are asked for, best first, by BM25. */
export function bestByWords(texts: readonly string[], query: string): number[] {
  const asked = new Map(phrasesOf(query).map((phrase) => [phrase, wordsOf(phrase)]))
  const counted = texts.map((text) => {
    const words = wordsOf(text)
    const counts = new Map<string, number>()
    for (const [phrase, parts] of asked) {
      const count = countOf(words, parts)
      if (count > 0) counts.set(phrase, count)
    }
    return { counts, length: words.length }
  })
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const weights = new Map(
    [...asked.keys()].map((phrase) => {
      const having = counted.filter(({ counts }) => counts.has(phrase)).length
      const rarity = Math.log((texts.length - having + 0.5) / (having + 0.5))
      return [phrase, rarity > 0 ? rarity : LEAST_WEIGHT]
    }),
  )
  const scores = counted.map(({ counts, length }) =>
    [...counts].reduce((sum, [phrase, count]) => {
      const damped = count + K1 * (1 - B + (B * length) / average)
      return sum + ((weights.get(phrase) ?? 0) * count * (K1 + 1)) / damped
    }, 0),
  )
  return [...texts.keys()]
    .filter((index) => (counted[index]?.counts.size ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

/** Chinese and Japanese are written without spaces, in words of two characters mostly. */
const CHARACTERS = /[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}ー々]+/u
/** Thai, Lao, Myanmar and Khmer are written without spaces, in words that only a dictionary separates. */
const LETTERS = /[\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Mymr}\\p{sc=Khmr}]+/u
const UNSPACED = new RegExp(\`\${CHARACTERS.source}|\${LETTERS.source}\`, 'gu')
const dictionary = new Intl.Segmenter('th', { granularity: 'word' })

/** Words without the marks on letters: \`café\` is \`cafe\`. Each character of an unspaced script is a word. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\\p{M}/gu, '')
    .normalize('NFC')
    .replace(UNSPACED, (part) => \` \${[...part].join(' ')} \`)
    .match(/[\\p{L}\\p{N}]+/gu) ?? []

/** The words of a query; of unspaced scripts pairs of characters, or words of the dictionary. */
function phrasesOf(query: string): string[] {
  const text = query.toLowerCase().normalize('NFKC')
  const phrases = text.replace(UNSPACED, (part) => {
    const characters = [...part]
    const split = !CHARACTERS.test(part)
      ? Array.from(dictionary.segment(part), ({ segment }) => segment)
      : characters.length < 2
        ? characters
        : characters.slice(1).map((character, index) => \`\${characters[index]}\${character}\`)
    return \` \${split.join(' ')} \`
  })
  return [...new Set(phrases.match(/[\\p{L}\\p{M}\\p{N}]+/gu) ?? [])]
}

function countOf(words: readonly string[], parts: readonly string[]): number {
  if (parts.length === 0) return 0
  return words.filter((_, at) => parts.every((part, index) => words[at + index] === part)).length
}
`,
}

export const citedLib = {
  path: 'lib/cited.ts',
  text: `import type { Collection } from './collection.ts'

/** Passages of a collection, numbered so that an answer can cite them. */
export async function cited(
  collections: Readonly<Record<string, Collection>>,
  name: string,
  query: string,
  limit: number,
): Promise<string> {
  const all = Object.values(collections)
  const searched = all.find((collection) => collection.name === name)
  if (!searched) {
    const names = all.map((collection) => collection.name).join(', ')
    throw new Error(\`There is no collection \\\`\${name}\\\`. The collections are: \${names}.\`)
  }
  const found = await searched.search({ query, k: limit })
  if (found.length === 0) return \`Nothing was found about \${query}.\`
  return found.map(({ n, text, source }) => \`[\${n}] \${text} (Source: \${source}.)\`).join('\\n\\n')
}
`,
}
