import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

export async function queryPlan(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string> {
  if (db.engine === 'sqlite') {
    const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(plan)
    return rows.map(({ detail }) => detail).join('\n')
  }
  // Without statistics Postgres prefers sorts and scans. Disabling them shows whether an index
  // provides the order.
  return await db.transaction().execute(async (queries) => {
    for (const way of ['enable_sort', 'enable_seqscan'])
      await sql`set local ${sql.ref(way)} = off`.execute(queries)
    const plan = CompiledQuery.raw(`explain ${text}`, [...parameters])
    const { rows } = await queries.executeQuery<{ 'QUERY PLAN': string }>(plan)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
