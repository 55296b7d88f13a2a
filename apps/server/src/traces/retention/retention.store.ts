import type { RetentionRule } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'

const KEY = 'retention'
export const DAY = 86_400_000_000

export async function readRules(db: Queries, workspaceId: string): Promise<RetentionRule[]> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', KEY)
    .executeTakeFirst()
  // The cast holds: `writeRules` stored it.
  return row ? (fromJson(row.value) as RetentionRule[]) : []
}

export async function writeRules(db: Queries, workspaceId: string, rules: RetentionRule[]) {
  const content = { value: toJson(rules), updated_at: now() }
  await db
    .insertInto('settings')
    .values({ workspace_id: workspaceId, key: KEY, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doUpdateSet(content))
    .execute()
}

export const listWorkspacesWithRules = async (db: Queries): Promise<string[]> => {
  const rows = await db
    .selectFrom('settings')
    .select('workspace_id')
    .where('key', '=', KEY)
    .execute()
  return rows.map((row) => row.workspace_id)
}

/** Returns the age limit as a time. Undefined without one. */
export const ageCutoff = ({ maxAgeDays }: RetentionRule, now: number): number | undefined =>
  maxAgeDays === null ? undefined : now - maxAgeDays * DAY
