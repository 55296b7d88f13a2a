import type { Interrupt, JsonObject, RunStatus } from '@lathe/contract'
import type { Queries } from '../../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../../platform/db/json.ts'
import { toWireRunStatus } from '../wire/status.ts'
import { toIso } from '../wire/time.ts'

const select = (db: Queries, workspaceId: string, threadId: string | null) =>
  db
    .selectFrom('runs as r')
    .select(['r.id', 'r.thread_id', 'r.agent_id', 'r.status', 'r.metadata', 'r.interrupts'])
    .select(['r.created_at', 'r.started_at', 'r.ended_at', 'r.seq_reserved', 'r.options'])
    .where('r.workspace_id', '=', workspaceId)
    .$if(threadId !== null, (query) => query.where('r.thread_id', '=', threadId ?? ''))

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export type RunRecord = {
  id: string
  threadId: string
  agentId: string
  status: RunStatus
  metadata: JsonObject
  interrupts: Interrupt[]
  createdAt: number
  updatedAt: number
  /** Upper bound of the event numbers so far. */
  lastSeq: number
  /** Checkpoint it continued from, if that was not the newest of its thread. */
  forkedFrom: string | null
}

const toRecord = (row: Row): RunRecord => ({
  id: row.id,
  threadId: row.thread_id,
  agentId: row.agent_id,
  status: row.status,
  metadata: fromJson(row.metadata),
  interrupts: fromJson(row.interrupts),
  createdAt: row.created_at,
  updatedAt: row.ended_at ?? row.started_at ?? row.created_at,
  lastSeq: row.seq_reserved,
  forkedFrom: fromJsonOrNull(row.options)?.checkpoint?.id ?? null,
})

/** Searches all threads unless one is given. */
export async function findRunRecord(
  db: Queries,
  workspaceId: string,
  threadId: string | null,
  id: string,
): Promise<RunRecord | undefined> {
  const row = await select(db, workspaceId, threadId).where('r.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

export type RunPage = { statuses?: RunStatus[] | undefined; limit: number; offset: number }

/** Sorted newest first. */
export async function listRunRecords(
  db: Queries,
  workspaceId: string,
  threadId: string | null,
  { statuses, limit, offset }: RunPage,
): Promise<RunRecord[]> {
  if (statuses?.length === 0) return []
  const rows = await select(db, workspaceId, threadId)
    .$if(statuses !== undefined, (query) => query.where('r.status', 'in', statuses ?? []))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toRecord)
}

export const toWireRun = (run: RunRecord) => ({
  run_id: run.id,
  thread_id: run.threadId,
  assistant_id: run.agentId,
  created_at: toIso(run.createdAt),
  updated_at: toIso(run.updatedAt),
  status: toWireRunStatus(run.status),
  metadata: run.metadata,
  multitask_strategy: null,
})
