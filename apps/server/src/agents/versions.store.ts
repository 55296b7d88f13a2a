import type { AgentVersion, GraphDocument, VersionAuthor } from '@lathe/contract'
import { isChatGraph } from '@lathe/graph'
import type { Queries } from '../platform/db/db.ts'
import { v7 } from 'uuid'
import { fromJson, toJson } from '../platform/db/json.ts'
import { now } from '../platform/time.ts'

const selectVersions = (db: Queries, workspaceId: string, agentId: string) =>
  db
    .selectFrom('agent_versions as v')
    .innerJoin('agents as a', 'a.id', 'v.agent_id')
    .select(['v.number', 'v.hash', 'v.message', 'v.author', 'v.created_at', 'a.published_version'])
    .where('v.workspace_id', '=', workspaceId)
    .where('v.agent_id', '=', agentId)

const toVersion = (row: {
  number: number
  hash: string
  message: string
  author: VersionAuthor
  created_at: number
  published_version: number | null
}): AgentVersion => ({
  number: row.number,
  hash: row.hash,
  message: row.message,
  author: row.author,
  createdAt: row.created_at,
  isPublished: row.number === row.published_version,
})

/** Lists versions, newest first. */
export async function listVersions(
  db: Queries,
  workspaceId: string,
  agentId: string,
): Promise<AgentVersion[]> {
  const rows = await selectVersions(db, workspaceId, agentId).orderBy('v.number', 'desc').execute()
  return rows.map(toVersion)
}

export async function findVersion(
  db: Queries,
  workspaceId: string,
  agentId: string,
  number: number,
): Promise<(AgentVersion & { document: GraphDocument }) | undefined> {
  const row = await selectVersions(db, workspaceId, agentId)
    .select('v.document')
    .where('v.number', '=', number)
    .executeTakeFirst()
  return row && { ...toVersion(row), document: fromJson(row.document) }
}

export type NewVersion = {
  revision: number
  hash: string
  document: GraphDocument
  message: string
  author: VersionAuthor
  publish: boolean
}

/**
 * Returns the number, or undefined if the draft has another revision. Returns the newest version if
 * it equals the draft.
 */
export async function insertVersion(
  db: Queries,
  workspaceId: string,
  agentId: string,
  { revision, hash, document, message, author, publish }: NewVersion,
): Promise<number | undefined> {
  return inTransaction(db, async (trx) => {
    // Updating the agent's row first serializes concurrent saves.
    const held = await trx
      .updateTable('agents')
      .set({ updated_at: now() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', agentId)
      .where('draft_revision', '=', revision)
      .returning('id')
      .executeTakeFirst()
    if (!held) return undefined

    const [newest] = await listVersions(trx, workspaceId, agentId)
    const number = newest?.hash === hash ? newest.number : (newest?.number ?? 0) + 1
    if (number !== newest?.number) {
      await trx
        .insertInto('agent_versions')
        .values({
          id: v7(),
          workspace_id: workspaceId,
          agent_id: agentId,
          number,
          hash,
          message,
          author,
          created_at: now(),
          document: toJson(document),
          is_chat: isChatGraph(document) ? 1 : 0,
        })
        .execute()
    }
    if (publish) await publishVersion(trx, workspaceId, agentId, number)
    return number
  })
}

/** Joins the current transaction or opens one. */
const inTransaction = <T>(db: Queries, work: (trx: Queries) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

export async function publishVersion(
  db: Queries,
  workspaceId: string,
  agentId: string,
  number: number,
): Promise<void> {
  await db
    .updateTable('agents')
    .set({ published_version: number, updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agentId)
    .execute()
}
