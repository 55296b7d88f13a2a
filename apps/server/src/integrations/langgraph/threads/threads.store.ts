import type { JsonObject } from '@lathe/contract'
import { atomic } from '../../../platform/db/atomic.ts'
import type { Queries } from '../../../platform/db/db.ts'
import { toJson } from '../../../platform/db/json.ts'
import { prepared, type Slots } from '../../../platform/db/prepared.ts'
import { NO_AGENT, type ThreadsTable } from '../../../platform/db/tables/runs.ts'
import { now } from '../../../platform/time.ts'
import { containsAll } from '../assistants/search.ts'
import { toWireThreadStatus } from '../wire/status.ts'
import { selectThreads, type ThreadRecord, toRecord } from './thread-row.ts'

export async function findThreadRecord(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ThreadRecord | undefined> {
  const row = await selectThread.first(db, { workspaceId, id })
  return row && toRecord(row)
}

const selectThread = prepared((db, slot: Slots<{ workspaceId: string; id: string }>) =>
  selectThreads(db, slot('workspaceId')).where('t.id', '=', slot('id')),
)

export type ThreadFilter = {
  ids?: string[] | null | undefined
  metadata?: JsonObject | null | undefined
  /** LangGraph's status name. */
  status?: string | null | undefined
  sortBy: 'id' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

const PAGE = 200

/** Read in pages, because metadata is not indexed. */
export async function* listThreadRecords(
  db: Queries,
  workspaceId: string,
  { ids, metadata, status, sortBy, order }: ThreadFilter,
): AsyncGenerator<ThreadRecord> {
  if (ids?.length === 0) return
  const query = selectThreads(db, workspaceId)
    .$if(ids != null, (query) => query.where('t.id', 'in', ids ?? []))
    .orderBy(`t.${sortBy}`, order)
    .orderBy('t.id', order)
    .limit(PAGE)
  for (let offset = 0; ; offset += PAGE) {
    const rows = await query.offset(offset).execute()
    for (const record of rows.map(toRecord)) {
      const isStatus = status == null || toWireThreadStatus(record.run?.status ?? null) === status
      if (isStatus && containsAll(wireMetadata(record), metadata ?? {})) yield record
    }
    if (rows.length < PAGE) return
  }
}

/** Adds the graph and assistant ids, which clients filter by. */
export const wireMetadata = ({ metadata, agentId, graphId }: ThreadRecord): JsonObject => ({
  ...metadata,
  ...(agentId !== null && { assistant_id: agentId }),
  ...(graphId !== null && { graph_id: graphId }),
})

const insertNew = prepared((db, slot: Slots<ThreadsTable>) =>
  db
    .insertInto('threads')
    .values({
      id: slot('id'),
      workspace_id: slot('workspace_id'),
      agent_id: slot('agent_id'),
      title: slot('title'),
      metadata: slot('metadata'),
      created_at: slot('created_at'),
      updated_at: slot('updated_at'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

export type NewThread = { id: string; agentId: string | null; metadata: JsonObject }

/** Returns undefined if the id exists. */
export async function insertThreadRecord(
  db: Queries,
  workspaceId: string,
  { id, agentId, metadata }: NewThread,
): Promise<ThreadRecord | undefined> {
  const createdAt = now()
  const row = {
    id,
    workspace_id: workspaceId,
    agent_id: agentId ?? NO_AGENT,
    title: '',
    metadata: toJson(metadata),
    created_at: createdAt,
    updated_at: createdAt,
  }
  // A thread without data may be lost in a crash: the first run with data persists it.
  const isRelaxed = agentId === null && Object.keys(metadata).length === 0
  const [created] = await atomic(db, [{ ...insertNew.with(db, row), isRelaxed }])
  if (created?.rows.length !== 1) return undefined
  if (agentId !== null) return await findThreadRecord(db, workspaceId, id)
  return {
    id,
    agentId,
    graphId: null,
    metadata,
    createdAt,
    updatedAt: createdAt,
    run: null,
  }
}

export async function setMetadata(
  db: Queries,
  workspaceId: string,
  id: string,
  metadata: JsonObject,
): Promise<void> {
  await db
    .updateTable('threads')
    .set({ metadata: toJson(metadata), updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
