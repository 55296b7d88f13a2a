import type { ListedTrace } from '@lathe/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'

/** Converts boolean scores to 1 and 0. */
export const scoreNumber = sql<number | null>`case feedback.score when 'true' then 1.0
  when 'false' then 0.0 else cast(feedback.score as double precision) end`

/** Returns the feedback of each trace that has some. */
export async function averageFeedback(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, ListedTrace['feedback']>> {
  const rows = await db
    .selectFrom('feedback')
    .select((eb) => [
      'trace_id',
      'key',
      eb.fn.countAll<number | string>().as('count'),
      sql<number | null>`avg(${scoreNumber})`.as('average'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', ids)
    .groupBy(['trace_id', 'key'])
    .orderBy('key')
    .execute()
  const feedback = new Map<string, ListedTrace['feedback']>()
  for (const { trace_id: id, key, count, average } of rows)
    if (id !== null)
      feedback.set(id, [...(feedback.get(id) ?? []), { key, count: Number(count), average }])
  return feedback
}
