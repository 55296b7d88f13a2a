import type { FeedbackConfig, FeedbackConfigInput } from '@lathe/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import type { FeedbackConfigsTable } from '../platform/db/tables/feedback-configs.ts'
import { now } from '../platform/time.ts'

/** Lists scales by name. */
export async function listConfigs(db: Queries, workspaceId: string): Promise<FeedbackConfig[]> {
  const rows = await db
    .selectFrom('feedback_configs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('key')
    .execute()
  return rows.map(toConfig)
}

export async function findConfig(
  db: Queries,
  workspaceId: string,
  key: string,
): Promise<FeedbackConfig | undefined> {
  const row = await db
    .selectFrom('feedback_configs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toConfig(row)
}

/** Returns undefined if the key has a scale. */
export async function addConfig(
  db: Queries,
  workspaceId: string,
  config: FeedbackConfigInput,
): Promise<FeedbackConfig | undefined> {
  const row = await db
    .insertInto('feedback_configs')
    .values({ workspace_id: workspaceId, key: config.key, ...toColumns(config) })
    .onConflict((at) => at.columns(['workspace_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toConfig(row)
}

/** Replaces the scale. */
export async function setConfig(
  db: Queries,
  workspaceId: string,
  config: FeedbackConfigInput,
): Promise<FeedbackConfig> {
  const settled = toColumns(config)
  const row = await db
    .insertInto('feedback_configs')
    .values({ workspace_id: workspaceId, key: config.key, ...settled })
    .onConflict((at) => at.columns(['workspace_id', 'key']).doUpdateSet(settled))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toConfig(row)
}

export async function deleteConfig(
  db: Queries,
  workspaceId: string,
  key: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback_configs')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

const toColumns = ({ type, min, max, categories, isLowerBetter }: FeedbackConfigInput) => ({
  type,
  min,
  max,
  categories: toJson(categories),
  is_lower_better: isLowerBetter ? 1 : 0,
  modified_at: now(),
})

const toConfig = (row: Selectable<FeedbackConfigsTable>): FeedbackConfig => ({
  key: row.key,
  type: row.type,
  min: row.min,
  max: row.max,
  categories: fromJson(row.categories),
  isLowerBetter: row.is_lower_better === 1,
  modifiedAt: row.modified_at,
})
