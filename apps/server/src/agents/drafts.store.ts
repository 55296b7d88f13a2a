import type { Draft, GraphDocument } from '@lathe/contract'
import { hashDocument, isChatGraph } from '@lathe/graph'
import type { Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import { now } from '../platform/time.ts'

/** Revisions kept as merge bases. */
const KEPT_REVISIONS = 100

export async function findDraft(
  db: Queries,
  workspaceId: string,
  agentId: string,
): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('agents')
    .select(['draft_revision', 'draft_hash', 'draft_saved_at', 'draft_document'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', agentId)
    .executeTakeFirst()
  return (
    row && {
      revision: row.draft_revision,
      document: fromJson(row.draft_document),
      hash: row.draft_hash,
      savedAt: row.draft_saved_at,
    }
  )
}

/** Null if the revision is older than those kept. */
export async function findRevision(
  db: Queries,
  workspaceId: string,
  agentId: string,
  revision: number,
): Promise<GraphDocument | null> {
  const row = await db
    .selectFrom('draft_revisions as d')
    .innerJoin('agents as a', 'a.id', 'd.agent_id')
    .select('d.document')
    .where('a.workspace_id', '=', workspaceId)
    .where('d.agent_id', '=', agentId)
    .where('d.revision', '=', revision)
    .executeTakeFirst()
  return row ? fromJson(row.document) : null
}

/** Returns undefined if the draft has another revision: the UPDATE decides races. */
export async function saveDraft(
  db: Queries,
  workspaceId: string,
  agentId: string,
  edit: { revision: number; document: GraphDocument },
): Promise<Draft | undefined> {
  const { document } = edit
  const revision = edit.revision + 1
  const hash = hashDocument(document)
  const savedAt = now()
  const text = toJson(document)
  return db.transaction().execute(async (trx) => {
    const saved = await trx
      .updateTable('agents')
      .set({
        draft_revision: revision,
        draft_hash: hash,
        draft_saved_at: savedAt,
        draft_node_count: Object.keys(document.nodes).length,
        draft_is_chat: isChatGraph(document) ? 1 : 0,
        draft_document: text,
        updated_at: savedAt,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', agentId)
      .where('draft_revision', '=', edit.revision)
      .returning('id')
      .executeTakeFirst()
    if (!saved) return undefined
    await trx
      .insertInto('draft_revisions')
      .values({ agent_id: agentId, revision, hash, saved_at: savedAt, document: text })
      .execute()
    await trx
      .deleteFrom('draft_revisions')
      .where('agent_id', '=', agentId)
      .where('revision', '<=', revision - KEPT_REVISIONS)
      .execute()
    return { revision, document, hash, savedAt }
  })
}
