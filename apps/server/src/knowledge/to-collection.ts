import type { Collection, KnowledgeDocument } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../platform/db/json.ts'
import type { CollectionRow } from './collections.store.ts'
import { countCollections, countDocumentChunks, type Counts } from './counts.store.ts'
import type { DocumentEntry } from './documents.store.ts'
import { indexKey } from './index-key.ts'
import { spendingOf } from './index-spending.ts'

export async function toCollections(
  db: Queries,
  rows: readonly CollectionRow[],
): Promise<Collection[]> {
  const countsOf = await countCollections(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toCollection(row, countsOf(row.id)))
}

function toCollection(row: CollectionRow, { documents, chunks }: Counts): Collection {
  const settings = fromJson(row.settings)
  const active = fromJsonOrNull(row.active_index)
  const key = indexKey(settings)
  const sum = (groups: Counts['documents']) => groups.reduce((all, { count }) => all + count, 0)
  const failed = documents.filter((group) => group.failedKey === key)
  const waiting = documents.filter((group) => group.failedKey !== key && group.indexKey !== key)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...settings,
    progress: row.is_indexing === 1 ? { done: row.progress_done, total: row.progress_total } : null,
    isStale: active !== null && active.key !== key,
    error: fromJsonOrNull(row.error),
    documents: sum(documents),
    waiting: sum(waiting),
    failed: sum(failed),
    chunks: active ? (chunks.get(active.key) ?? 0) : 0,
    characters: documents.reduce((all, { characters }) => all + characters, 0),
    dimensions: active?.dimensions ?? null,
    spent: spendingOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function toDocuments(
  db: Queries,
  collection: CollectionRow,
  entries: readonly DocumentEntry[],
): Promise<KnowledgeDocument[]> {
  const key = indexKey(fromJson(collection.settings))
  const active = fromJsonOrNull(collection.active_index)
  const chunks = await countDocumentChunks(
    db,
    active?.key ?? key,
    entries.map(({ id }) => id),
  )
  return entries.map((entry) => ({
    id: entry.id,
    collectionId: entry.collection_id,
    name: entry.name,
    kind: entry.kind,
    url: entry.url,
    bytes: entry.bytes,
    characters: entry.characters,
    metadata: fromJson(entry.metadata),
    status: entry.failed_key === key ? 'failed' : entry.index_key === key ? 'indexed' : 'waiting',
    error: entry.failed_key === key ? fromJsonOrNull(entry.error) : null,
    chunks: chunks.get(entry.id) ?? 0,
    createdAt: entry.created_at,
    updatedAt: entry.updated_at,
  }))
}
