import { type QueryExecutorProvider, sql } from 'kysely'
import { v7 } from 'uuid'

/**
 * Renames the built-in connection `practice` to `demo` and copies the prices of its models to their new names.
 * The prices of the former names stay, because stored traces contain those names.
 */
export async function demoConnection(db: QueryExecutorProvider) {
  await sql`
    update connections set name = 'demo'
    where is_built_in = 1 and name = 'practice' and not exists (
      select 1 from connections other
      where other.workspace_id = connections.workspace_id and other.name = 'demo'
    )
  `.execute(db)

  const { rows } = await sql<{ id: string }>`
    select id from model_prices where pattern like 'practice-%'
  `.execute(db)
  for (const { id } of rows) {
    await sql`
      insert into model_prices (
        id, workspace_id, pattern, valid_from, input_nanos, cached_read_nanos, cached_write_nanos, output_nanos,
        reasoning_nanos, audio_input_nanos, audio_output_nanos, audio_cached_nanos, source
      )
      select
        ${v7()}, workspace_id, replace(pattern, 'practice-', 'demo-'), valid_from, input_nanos, cached_read_nanos, cached_write_nanos, output_nanos,
        reasoning_nanos, audio_input_nanos, audio_output_nanos, audio_cached_nanos, source
      from model_prices where id = ${id}
      on conflict do nothing
    `.execute(db)
  }
}
