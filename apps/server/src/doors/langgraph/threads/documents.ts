import type { GraphDocument } from '@lathe/contract'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../../db/db.ts'
import { fromJson } from '../../../db/json.ts'

/** Documents never change under their hash. */
const known = new LRUCache<string, GraphDocument>({ max: 200 })

async function findDocument(
  db: Queries,
  workspaceId: string,
  hash: string,
): Promise<GraphDocument | undefined> {
  const key = `${workspaceId} ${hash}`
  const before = known.get(key)
  if (before) return before
  const row = await db
    .selectFrom('graphs')
    .select('document')
    .where('workspace_id', '=', workspaceId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const document = fromJson(row.document)
  known.set(key, document)
  return document
}

const hashes = new LRUCache<string, string>({ max: 1_000 })

/** The document a run executed. */
export async function findDocumentOf(
  db: Queries,
  workspaceId: string,
  runId: string | null,
): Promise<GraphDocument | undefined> {
  if (runId === null) return undefined
  const hash = hashes.get(runId) ?? (await findHash(db, workspaceId, runId))
  if (hash === undefined) return undefined
  hashes.set(runId, hash)
  return findDocument(db, workspaceId, hash)
}

async function findHash(db: Queries, workspaceId: string, runId: string) {
  const row = await db
    .selectFrom('runs')
    .select('graph_hash')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .executeTakeFirst()
  return row?.graph_hash
}
