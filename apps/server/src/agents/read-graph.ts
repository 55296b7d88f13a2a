import type { GraphDocument } from '@lathe/contract'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'

/** Documents never change under their hash, so each is parsed once. */
const documents = new LRUCache<string, GraphDocument>({ max: 200 })

/** Reads a document that some run executed. */
export async function readGraph(
  db: Queries,
  workspaceId: string,
  hash: string,
): Promise<GraphDocument> {
  const key = `${workspaceId} ${hash}`
  const known = documents.get(key)
  if (known) return known
  const { document } = await db
    .selectFrom('graphs')
    .select('document')
    .where('workspace_id', '=', workspaceId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  const parsed = fromJson(document)
  documents.set(key, parsed)
  return parsed
}
