import {
  type CalledAgents,
  type GraphDocument,
  type InterruptAnswer,
  LIVE_STATUSES,
  type Run,
  type RunDetail,
  type RunOptions,
  type RunStatus,
} from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { readGraph } from '../../agents/read-graph.ts'
import { withDocuments } from '../../agents/resolve-agent-calls.ts'
import { endPause } from '../start/end-pause.ts'
import { now } from '../../platform/time.ts'
import { selectRuns, toRun, toRunDetail } from './run-row.ts'

export type RunFilter = {
  /** Slug or id of an agent. */
  agent?: string | undefined
  threadId?: string | undefined
  status?: RunStatus[] | undefined
  /** Tests of this node. Runs of whole graphs if absent. */
  only?: string | undefined
  before?: string | undefined
  limit: number
}

/** Lists runs, newest first. Returns one row past `limit` if there are more. */
export async function listRuns(
  db: Queries,
  workspaceId: string,
  { agent, threadId, status, only, before, limit }: RunFilter,
): Promise<Run[]> {
  const rows = await selectRuns(db, workspaceId)
    .where('r.source', 'not in', ['replay', 'comparison', 'judge'])
    .$if(agent !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('a.slug', '=', agent ?? ''), eb('r.agent_id', '=', agent ?? '')]),
      ),
    )
    .$if(threadId !== undefined, (query) => query.where('r.thread_id', '=', threadId ?? ''))
    .$if(status !== undefined, (query) => query.where('r.status', 'in', status ?? []))
    .where('r.only_node', only === undefined ? 'is' : '=', only ?? null)
    .$if(before !== undefined, (query) => query.where('r.id', '<', before ?? ''))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toRun)
}

export async function findRun(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<RunDetail | undefined> {
  const row = await oneRun.first(db, { workspaceId, id })
  return row && toRunDetail(row)
}

const oneRun = prepared((db, slot: Slots<{ workspaceId: string; id: string }>) =>
  selectRuns(db, slot('workspaceId'))
    .select(['r.input', 'r.output', 'r.budget', 'r.metadata', 'r.options'])
    .where('r.id', '=', slot('id')),
)

/** Returns the document a run executed, even if its agent was deleted. */
export async function findRunGraph(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<GraphDocument | undefined> {
  const row = await db
    .selectFrom('runs as r')
    .innerJoin('graphs as g', (join) =>
      join.onRef('g.hash', '=', 'r.graph_hash').onRef('g.workspace_id', '=', 'r.workspace_id'),
    )
    .select('g.document')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  return row && fromJson(row.document)
}

export async function findRunCalledAgents(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<CalledAgents | undefined> {
  const row = await db
    .selectFrom('runs')
    .select('called_agents')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && withDocuments(fromJson(row.called_agents), (hash) => readGraph(db, workspaceId, hash))
  )
}

/**
 * Cancels a live run. Returns false if it has ended. Notify the executor afterwards: it aborts the
 * work in flight and appends what the run has recorded.
 */
export const cancelRun = async (db: Queries, workspaceId: string, id: string): Promise<boolean> =>
  (await cancelLive(db, workspaceId, { id })).length > 0

/** Cancels the live run of a thread and the runs queued behind it. */
export const cancelThreadRuns = (
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<string[]> => cancelLive(db, workspaceId, { thread_id: threadId })

async function cancelLive(
  db: Queries,
  workspaceId: string,
  filter: { id: string } | { thread_id: string },
): Promise<string[]> {
  const timestamp = now()
  const runs = await db
    .updateTable('runs')
    .set({
      status: 'cancelled',
      ended_at: timestamp,
      interrupts: toJson([]),
      deadline_at: null,
      ...endPause(timestamp),
    })
    .where((eb) => eb.and({ workspace_id: workspaceId, ...filter }))
    .where('status', 'in', LIVE_STATUSES)
    .returning('id')
    .execute()
  return runs.map(({ id }) => id)
}

/**
 * Queues an interrupted run with its answers and, if given, new breakpoints. Returns false unless
 * its interrupts are still those of `run`. Wake the executor afterwards.
 */
export async function resumeRun(
  db: Queries,
  workspaceId: string,
  run: Pick<Run, 'id' | 'interrupts'>,
  answers: Record<string, InterruptAnswer>,
  options?: RunOptions,
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set({
      status: 'pending',
      answers: toJson(answers),
      ...(options && { options: toJson(options) }),
      interrupts: toJson([]),
      deadline_at: null,
      ...endPause(now()),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', run.id)
    .where('status', '=', 'interrupted')
    .where('interrupts', '=', toJson(run.interrupts))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
