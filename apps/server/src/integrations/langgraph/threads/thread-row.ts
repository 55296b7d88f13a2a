import type { Interrupt, JsonObject, RunError, RunStatus } from '@lathe/contract'
import type { Queries } from '../../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../../platform/db/json.ts'
import { NO_AGENT } from '../../../platform/db/tables/runs.ts'

/** A thread with the data of its newest run. */
export type ThreadRecord = {
  id: string
  /** Null before the first run, unless the thread was created for an agent. */
  agentId: string | null
  graphId: string | null
  metadata: JsonObject
  createdAt: number
  updatedAt: number
  run: {
    id: string
    graphHash: string
    status: RunStatus
    error: RunError | null
    interrupts: Interrupt[]
  } | null
}

export const selectThreads = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('threads as t')
    .leftJoin('agents as a', 'a.id', 't.agent_id')
    .leftJoin('runs as r', (join) =>
      join.on((eb) =>
        eb(
          'r.id',
          '=',
          eb
            .selectFrom('runs as n')
            .select(({ fn }) => fn.max('n.id').as('id'))
            .where('n.workspace_id', '=', workspaceId)
            .whereRef('n.thread_id', '=', 't.id'),
        ),
      ),
    )
    .select(['t.id', 't.agent_id', 't.metadata', 't.created_at', 't.updated_at', 'a.slug'])
    .select(['r.id as run_id', 'r.status', 'r.error', 'r.interrupts', 'r.graph_hash'])
    .where('t.workspace_id', '=', workspaceId)

type Row = Awaited<ReturnType<ReturnType<typeof selectThreads>['execute']>>[number]

export function toRecord(row: Row): ThreadRecord {
  const { run_id: runId, status, graph_hash: graphHash, interrupts } = row
  return {
    id: row.id,
    agentId: row.agent_id === NO_AGENT ? null : row.agent_id,
    graphId: row.slug,
    metadata: fromJson(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    run:
      runId === null || status === null || graphHash === null
        ? null
        : {
            id: runId,
            graphHash,
            status,
            error: fromJsonOrNull(row.error),
            interrupts: interrupts === null ? [] : fromJson(interrupts),
          },
  }
}
