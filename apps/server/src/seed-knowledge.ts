import { hash } from 'node:crypto'
import type { IndexSettings } from '@lathe/contract'
import type { Article } from '@lathe/engine/articles'
import { v7 } from 'uuid'
import type { Queries } from './platform/db/db.ts'
import { toJson } from './platform/db/json.ts'
import { editCollection, insertCollection } from './knowledge/collections.store.ts'
import { insertDocument } from './knowledge/documents.store.ts'
import { now } from './platform/time.ts'

/** What the template with sources searches. */
const HANDBOOK = 'handbook'

const settings: IndexSettings = {
  embedding: { connection: 'demo', model: 'demo-embedding' },
  chunking: { by: 'text', size: 1_000, overlap: 150 },
}

/** A collection to begin with; it is indexed as soon as the mock provider answers. */
export async function seedKnowledge(
  db: Queries,
  workspaceId: string,
  articles: readonly Article[],
): Promise<void> {
  const description = 'Agents, LangGraph and Lathe, and the policies of a shop'
  const collection = { name: HANDBOOK, description, settings }
  const row = await insertCollection(db, workspaceId, collection)
  if (!row) return
  for (const { title, text } of articles) {
    const at = now()
    await insertDocument(db, {
      id: v7(),
      workspace_id: workspaceId,
      collection_id: row.id,
      name: title,
      kind: 'text',
      url: null,
      text,
      hash: hash('sha256', text, 'hex'),
      bytes: Buffer.byteLength(text),
      characters: text.length,
      metadata: toJson({}),
      index_key: null,
      failed_key: null,
      error: null,
      created_at: at,
      updated_at: at,
    })
  }
  await editCollection(db, workspaceId, row.id, { is_indexing: 1 })
}
