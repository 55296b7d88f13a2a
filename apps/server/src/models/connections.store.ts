import { type Connection, DEMO_CONNECTION, FORMER_DEMO_CONNECTION } from '@lathe/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'
import { prepared, type Slots } from '../platform/db/prepared.ts'
import type { ConnectionsTable } from '../platform/db/tables/models.ts'

export type ConnectionRow = Selectable<ConnectionsTable>

/** The mock provider runs on this server's port, which may change between starts. */
export const toConnection = (row: ConnectionRow, mockProviderUrl: string): Connection => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  baseUrl: row.is_built_in === 1 ? mockProviderUrl : row.base_url,
  defaultHeaders: fromJson(row.default_headers),
  timeoutMs: row.timeout_ms,
  maxRetries: row.max_retries,
  concurrency: row.concurrency,
  apiVersion: row.api_version,
  requestsPerMinute: row.requests_per_minute,
  tokensPerMinute: row.tokens_per_minute,
  allowPrivate: row.allow_private === 1,
  keyHint: row.key_hint,
  isBuiltIn: row.is_built_in === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Lists connections by name. */
export const listConnections = (db: Queries, workspaceId: string): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute()

export const findConnection = (
  db: Queries,
  workspaceId: string,
  by: { id: string } | { name: string },
): Promise<ConnectionRow | undefined> =>
  'id' in by ? byId.first(db, { workspaceId, ...by }) : findByName(db, workspaceId, by.name)

async function findByName(db: Queries, workspaceId: string, name: string) {
  const row = await byName.first(db, { workspaceId, name })
  if (row || name !== FORMER_DEMO_CONNECTION) return row
  return byName.first(db, { workspaceId, name: DEMO_CONNECTION })
}

const byId = prepared((db, slot: Slots<{ workspaceId: string; id: string }>) =>
  connectionsIn(db, slot('workspaceId')).where('id', '=', slot('id')),
)
/** Prepared, because every run queries it. */
const byName = prepared((db, slot: Slots<{ workspaceId: string; name: string }>) =>
  connectionsIn(db, slot('workspaceId')).where('name', '=', slot('name')),
)

const connectionsIn = (db: Queries, workspaceId: string) =>
  db.selectFrom('connections').selectAll().where('workspace_id', '=', workspaceId)

/** Returns undefined if another connection has the name. */
export const insertConnection = (
  db: Queries,
  row: Insertable<ConnectionsTable>,
): Promise<ConnectionRow | undefined> =>
  db
    .insertInto('connections')
    .values(row)
    .onConflict((oc) => oc.columns(['workspace_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Returns undefined if URL or secrets changed since `row` was read. */
export const editConnection = (
  db: Queries,
  row: ConnectionRow,
  change: Updateable<ConnectionsTable>,
): Promise<ConnectionRow | undefined> =>
  db
    .updateTable('connections')
    .set(change)
    .where('workspace_id', '=', row.workspace_id)
    .where('id', '=', row.id)
    .where('base_url', '=', row.base_url)
    .where('default_headers', '=', row.default_headers)
    .where('key_ciphertext', 'is not distinct from', row.key_ciphertext)
    .returningAll()
    .executeTakeFirst()

export async function deleteConnection(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('connections')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('is_built_in', '=', 0)
    .execute()
}
