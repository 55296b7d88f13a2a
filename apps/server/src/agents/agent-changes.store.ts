import type { Queries } from '../platform/db/db.ts'
import { isUniqueViolation } from '../platform/db/unique-violation.ts'
import { now } from '../platform/time.ts'

export type AgentChange = {
  name?: string | undefined
  slug?: string | undefined
  description?: string | undefined
  /** Null for no limit. */
  concurrency?: number | null | undefined
}

/** Returns false if another agent has the slug: the unique index decides races. */
export async function renameAgent(
  db: Queries,
  workspaceId: string,
  id: string,
  change: AgentChange,
): Promise<boolean> {
  return unlessDuplicate(async () => {
    await db
      .updateTable('agents')
      .set({ ...change, updated_at: now() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
  })
}

/** Hides an agent. Drafts, versions, runs and traces are kept for `restoreAgent`. */
export async function deleteAgent(db: Queries, workspaceId: string, id: string): Promise<void> {
  await db
    .updateTable('agents')
    .set({ deleted_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Returns the wanted slug if another agent has taken it. */
export async function restoreAgent(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<'restored' | 'unknown' | { taken: string }> {
  const agent = await db
    .selectFrom('agents')
    .select('slug')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!agent) return 'unknown'
  const isRestored = await unlessDuplicate(async () => {
    await db
      .updateTable('agents')
      .set({ deleted_at: null, updated_at: now() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  })
  return isRestored ? 'restored' : { taken: agent.slug }
}

async function unlessDuplicate(change: () => Promise<void>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
