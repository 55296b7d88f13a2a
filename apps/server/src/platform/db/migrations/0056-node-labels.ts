import { type QueryExecutorProvider, sql } from 'kysely'

/** Traces from before are found by the nodes that ran in them too. */
export async function nodeLabels(db: QueryExecutorProvider) {
  await sql`insert into trace_labels (workspace_id, trace_id, key, value, started_at)
    select s.workspace_id, s.trace_id, 'node', substr(s.node, 1, 200), t.started_at
    from spans s join traces t on t.workspace_id = s.workspace_id and t.id = s.trace_id
    where s.node <> '' on conflict do nothing`.execute(db)
}
