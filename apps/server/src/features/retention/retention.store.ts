import type { RetentionRule } from '@lathe/contract'
import { sql } from 'kysely'
import type { Db, Queries } from '../../db/db.ts'
import { fromJson, toJson } from '../../db/json.ts'
import { now } from '../../time.ts'

const KEY = 'retention'
const DAY = 86_400_000_000

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

/** What is older has to go; undefined when age does not matter. */
export const oldestKept = ({ maxAgeDays }: RetentionRule, now: number): number | undefined =>
  maxAgeDays === null ? undefined : now - maxAgeDays * DAY

/** Traces that began before this have to go; undefined when none has. */
export async function cutoffOf(
  db: Db,
  workspaceId: string,
  rule: RetentionRule,
  now: number,
): Promise<number | undefined> {
  const byAge = oldestKept(rule, now)
  if (rule.maxBytes === null) return byAge
  const { rows } = await sql<{ started_at: number }>`
    select started_at from (
      select started_at, sum(bytes) over (order by started_at desc, id desc) as total
      from traces where workspace_id = ${workspaceId} and ${isOf(workspaceId, rule)}
    ) as sizes where total > ${rule.maxBytes} order by started_at desc limit 1`.execute(
    db.analytics,
  )
  const [first] = rows
  return first ? Math.max(byAge ?? 0, first.started_at + 1) : byAge
}

/** What has ended and began before the cutoff; so long after its beginning nobody waits for an end any more. */
export const expired = (workspaceId: string, rule: RetentionRule, cutoff: number, now: number) =>
  sql`traces.workspace_id = ${workspaceId} and traces.started_at < ${cutoff}
    and (traces.ended_at is not null or traces.started_at < ${now - DAY})
    and ${isOf(workspaceId, rule)}`

const isOf = (workspaceId: string, { project }: RetentionRule) =>
  project === null
    ? sql`1 = 1`
    : sql`traces.project_id in (select projects.id from projects
        where projects.workspace_id = ${workspaceId} and projects.name = ${project})`
