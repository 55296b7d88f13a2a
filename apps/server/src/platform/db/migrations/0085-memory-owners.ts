import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Agents reach only the items below a prefix of their own. Each agent with a memory tool gets a copy of the items,
 * which it could reach before. The originals stay for clients of the LangGraph API that wrote them.
 */
export async function memoryOwners(db: QueryExecutorProvider) {
  const usesMemory = sql`like '%"memory\\_%' escape '\\'`
  await sql`
    insert into store_items
      (workspace_id, namespace, key, value, created_at, updated_at, ttl, expires_at)
    select s.workspace_id, 'agents.' || a.id || '.shared.' || s.namespace, s.key, s.value,
      s.created_at, s.updated_at, s.ttl, s.expires_at
    from store_items s join agents a on a.workspace_id = s.workspace_id
    where a.deleted_at is null and (
      a.draft_document ${usesMemory} or exists (
        select 1 from agent_versions v where v.agent_id = a.id and v.document ${usesMemory}
      )
    )
    on conflict do nothing`.execute(db)
}
