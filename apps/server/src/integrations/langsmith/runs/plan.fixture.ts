import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

export async function planOf(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string> {
  if (db.engine === 'sqlite') {
    const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(plan)
    return rows.map(({ detail }) => detail).join('\n')
  }
  // It plans by what it has measured, and here is nothing: so it sorts only what no index has in order.
  return await db.transaction().execute(async (queries) => {
    for (const way of ['enable_sort', 'enable_seqscan'])
      await sql`set local ${sql.ref(way)} = off`.execute(queries)
    const plan = CompiledQuery.raw(`explain ${text}`, [...parameters])
    const { rows } = await queries.executeQuery<{ 'QUERY PLAN': string }>(plan)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
