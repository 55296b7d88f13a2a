import type { DocumentMetadata, FoundChunk, RunError, SearchQuery } from '@lathe/contract'
import type { Found, SpentEmbedding } from '@lathe/engine'
import { fromJson, fromJsonOrNull } from '../platform/db/json.ts'
import type { ActiveIndex } from '../platform/db/tables/knowledge.ts'
import type { AppContext } from '../api/context.ts'
import { now } from '../platform/time.ts'
import type { CollectionRow } from './collections.store.ts'
import { listMetadata } from './documents.store.ts'
import { wrongDimensions } from './index-document.ts'
import { nearestChunks, readChunks } from './search.store.ts'

export type SearchNeeds = Pick<AppContext, 'db' | 'embed'>

type EmbedHow = Parameters<AppContext['embed']>[3]

/** Candidates per side. Independent of `k`, so that a larger `k` returns the same first chunks. */
const CANDIDATES = 200

/**
 * Searches by meaning and by search terms, and combines the rankings by reciprocal rank. If the
 * query cannot be embedded, returns the matches by search terms with the reason.
 */
export async function searchCollection(
  needs: SearchNeeds,
  collection: CollectionRow,
  search: SearchQuery,
  how: EmbedHow = {},
): Promise<Found> {
  const { db } = needs
  const { query, k, minScore, filter } = search
  const index = fromJsonOrNull(collection.active_index)
  const documents = await documentsWith(db, collection.id, filter)
  if (!index || documents.size === 0) return { ok: true, chunks: [], embedding: null }

  const scope = {
    collectionId: collection.id,
    indexKey: index.key,
    ...(filter && { documentIds: [...documents.keys()] }),
  }
  const phrases = searchPhrases(query)
  const [embedded, byText] = await Promise.all([
    embedQuery(needs, collection.workspace_id, index, query, how),
    phrases.length === 0
      ? []
      : db.portable.chunksWithWords(db.analytics, scope, phrases, CANDIDATES),
  ])
  const { embedding } = embedded
  const isFinal = embedding !== null || how.signal?.aborted === true
  if (!embedded.ok && isFinal) return { ok: false, error: embedded.error, embedding }
  const vector = embedded.ok ? embedded.vector : null
  const byVector = vector ? await nearestChunks(db, scope, vector, CANDIDATES) : []
  const fused = fuse(byVector, byText)
  const rows = await readChunks(
    db,
    fused.map(({ seq }) => seq),
    vector,
  )
  const chunks = fused.flatMap(({ seq, score, vector, text }): FoundChunk[] => {
    const row = rows.get(seq)
    const document = row && documents.get(row.document_id)
    if (!row || !document) return []
    if (row.similarity !== null && row.similarity < (minScore ?? -1)) return []
    return [
      {
        documentId: row.document_id,
        source: document.name,
        url: document.url,
        metadata: document.metadata,
        position: row.position,
        text: row.text,
        lines: { from: row.line_from, to: row.line_to },
        score: rounded(score),
        similarity: row.similarity === null ? null : rounded(row.similarity),
        ranks: { vector, text },
      },
    ]
  })
  return {
    ok: true,
    chunks: chunks.slice(0, k),
    embedding,
    ...(!embedded.ok && { embeddingError: embedded.error }),
  }
}

type Embedded = { embedding: SpentEmbedding | null } & (
  | { ok: true; vector: readonly number[] }
  | { ok: false; error: RunError }
)

/** An error with an `embedding` concerns the index: its model no longer returns such vectors. */
async function embedQuery(
  { embed }: SearchNeeds,
  workspaceId: string,
  index: ActiveIndex,
  query: string,
  how: EmbedHow,
): Promise<Embedded> {
  const startedAt = now()
  const embedded = await embed(workspaceId, index.embedding, [query], how)
  if (!embedded.ok) return { ok: false, error: embedded.error, embedding: null }
  const { connection, model } = index.embedding
  const durationMs = (now() - startedAt) / 1_000
  const vector = embedded.vectors[0] ?? []
  const { tokens } = embedded
  const dimensions = vector.length
  const embedding = { connection, model, tokens, dimensions, startedAt, durationMs }
  const mismatch = checkDimensions(index, dimensions)
  if (mismatch) return { ok: false, error: mismatch, embedding }
  return { ok: true, vector, embedding }
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

const checkDimensions = ({ dimensions }: ActiveIndex, given: number): RunError | null =>
  dimensions === null || dimensions === given ? null : wrongDimensions(given, dimensions)

async function documentsWith(
  db: SearchNeeds['db'],
  collectionId: string,
  filter: DocumentMetadata | undefined,
) {
  const rows = await listMetadata(db, collectionId)
  const documents = rows.map((row) => ({ ...row, metadata: fromJson(row.metadata) }))
  const wanted = Object.entries(filter ?? {})
  const fitting = documents.filter(({ metadata }) =>
    wanted.every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value),
  )
  return new Map(fitting.map((document) => [document.id, document]))
}

/**
 * Constant of reciprocal rank fusion (Cormack et al. 2009): dampens the weight of the first ranks.
 */
const DAMPING = 60
const BEST = 2 / (DAMPING + 1)

type Fused = { seq: number; score: number; vector: number | null; text: number | null }

/** Fuses two rankings by reciprocal rank. A chunk that leads both scores 1. */
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

const MOST = 64

const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts without spaces whose words mostly have two characters. */
const CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc々]+/u
/** Scripts without spaces whose words need a dictionary. */
const LETTERS = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]+/u
const SCRIPTS = new RegExp(`${CHARACTERS.source}|${LETTERS.source}`, 'gu')

/**
 * Returns distinct phrases to search for: words, pairs of adjacent Chinese or Japanese characters,
 * and Thai, Lao, Myanmar or Khmer words by dictionary. Long queries keep their longest phrases.
 */
export function searchPhrases(query: string): string[] {
  const runs = query.toLowerCase().normalize('NFKC').match(RUN) ?? []
  const once = [...new Set(runs.flatMap((run) => splitRun(run)))]
  if (once.length <= MOST) return once
  return once.toSorted((a, b) => b.length - a.length).slice(0, MOST)
}

function splitRun(run: string): string[] {
  const phrases: string[] = []
  let at = 0
  for (const { 0: part, index } of run.matchAll(SCRIPTS)) {
    if (index > at) phrases.push(run.slice(at, index))
    phrases.push(...(CHARACTERS.test(part) ? pairs(part) : wordsByDictionary(part)))
    at = index + part.length
  }
  if (at < run.length) phrases.push(run.slice(at))
  return phrases
}

function pairs(text: string): string[] {
  const characters = Array.from(text)
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

const wordsByDictionary = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
