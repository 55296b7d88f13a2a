import type { DocumentMetadata, FoundChunk, RunError, SearchQuery } from '@lathe/contract'
import type { Found } from '@lathe/engine'
import { fromJson, fromJsonOrNull } from '../../db/json.ts'
import type { ActiveIndex } from '../../db/tables/knowledge.ts'
import type { AppContext } from '../../http/api.ts'
import { now } from '../../time.ts'
import type { CollectionRow } from './collections.store.ts'
import { listMetadata } from './documents.store.ts'
import { fuse } from './fuse.ts'
import { wrongDimensions } from './index-document.ts'
import { nearestChunks, readChunks } from './search.store.ts'
import { wordsOf } from './words-of.ts'

export type SearchNeeds = Pick<AppContext, 'db' | 'embed'>

type EmbedHow = Parameters<AppContext['embed']>[3]

/** Looks by meaning and by words, and fuses both orders by reciprocal rank. */
export async function searchCollection(
  { db, embed }: SearchNeeds,
  collection: CollectionRow,
  { query, k, minScore, filter }: SearchQuery,
  how: EmbedHow = {},
): Promise<Found> {
  const index = fromJsonOrNull(collection.active_index)
  const documents = await documentsWith(db, collection.id, filter)
  if (!index || documents.size === 0) return { ok: true, chunks: [], embedding: null }

  const startedAt = now()
  const embedded = await embed(collection.workspace_id, index.embedding, [query], how)
  if (!embedded.ok) return { ...embedded, embedding: null }
  const { connection, model } = index.embedding
  const durationMs = (now() - startedAt) / 1_000
  const vector = embedded.vectors[0] ?? []
  const { tokens } = embedded
  const dimensions = vector.length
  const embedding = { connection, model, tokens, dimensions, startedAt, durationMs }
  const mismatch = checkDimensions(index, dimensions)
  if (mismatch) return { ok: false, error: mismatch, embedding }

  const scope = {
    collectionId: collection.id,
    indexKey: index.key,
    ...(filter && { documentIds: [...documents.keys()] }),
  }
  const candidates = Math.max(40, k * 4)
  const words = wordsOf(query)
  const [byVector, byText] = await Promise.all([
    nearestChunks(db, scope, vector, candidates),
    words.length === 0 ? [] : db.portable.chunksWithWords(db.analytics, scope, words, candidates),
  ])
  const fused = fuse(byVector, byText)
  const seqs = fused.map(({ seq }) => seq)
  const rows = await readChunks(db, seqs, vector)
  const chunks = fused.flatMap(({ seq, score, vector: place, text }): FoundChunk[] => {
    const row = rows.get(seq)
    const document = row && documents.get(row.document_id)
    if (!row || !document || row.similarity < (minScore ?? -1)) return []
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
        similarity: rounded(row.similarity),
        ranks: { vector: place, text },
      },
    ]
  })
  return { ok: true, chunks: chunks.slice(0, k), embedding }
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
