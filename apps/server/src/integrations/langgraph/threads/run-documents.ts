import type { GraphDocument } from '@lathe/contract'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../../platform/db/db.ts'
import { readGraph } from '../../../agents/read-graph.ts'

/** Safe to cache: a run never changes its graph. */
const hashes = new LRUCache<string, string>({ max: 1_000 })

/** Returns the document that a run executed, or undefined for an unknown run. */
export async function findRunDocument(
  db: Queries,
  workspaceId: string,
  runId: string | null,
): Promise<GraphDocument | undefined> {
  if (runId === null) return undefined
  const key = `${workspaceId} ${runId}`
  const hash = hashes.get(key) ?? (await findHash(db, workspaceId, runId))
  if (hash === undefined) return undefined
  hashes.set(key, hash)
  return readGraph(db, workspaceId, hash)
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
