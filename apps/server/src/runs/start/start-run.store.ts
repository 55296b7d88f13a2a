import {
  type CalledAgents,
  type GraphDocument,
  type JsonObject,
  LIVE_STATUSES,
  ZERO_USAGE,
  type RunBudget,
  type RunSource,
  type RunStatus,
  type RunOptions,
} from '@lathe/contract'
import type { CallQueue } from '@lathe/engine'
import type { Insertable } from 'kysely'
import { atomic, type Batch, relaxed } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { type JsonText, toJson } from '../../platform/db/json.ts'
import { toStoredCalledAgents } from '../../agents/resolve-agent-calls.ts'
import type { GraphsTable } from '../../platform/db/tables/agents.ts'
import type { ThreadsTable } from '../../platform/db/tables/runs.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { now } from '../../platform/time.ts'
import type { RunRow } from '../api/run-row.ts'
import {
  anyCheckpoint,
  insertGraphs,
  insertIfRoom,
  insertRuns,
  insertThreadForRun,
  insertThreads,
} from './start-run.inserts.ts'

export type NewRun = {
  id: string
  agentId: string
  /** Created with the run if it does not exist. A thread created for a run has the run's id. */
  threadId: string
  /** Null for the draft. */
  version: number | null
  graph: { hash: string; document: GraphDocument }
  /** All agents the graph calls, directly or indirectly. */
  calledAgents: CalledAgents
  source: RunSource
  title: string
  /** Null continues where the thread stopped. */
  input: JsonObject | null
  budget: RunBudget
  metadata: JsonObject
  options: RunOptions
  /** Queue the run behind the other runs of its thread. */
  isQueuedOnThread?: boolean
  /** The caller found no run on the thread. The thread may exist. */
  isFirst?: boolean
  /** The seed of another run, to reproduce it. */
  seed?: number
  /**
   * Queues the run's model calls with those of other runs. Lost if another process takes the run
   * over.
   */
  callQueue?: CallQueue
  /** The run may be lost in a power cut and repeated, because no client was notified yet. */
  isRepeatable?: boolean
}

/** A run to start, and what to store in the same transaction. */
export type RunToStart = { workspaceId: string; run: NewRun; extraWrites?: Batch }

/** For a process that executes the run immediately: the run is never pending. */
export type Lease = {
  owner: string
  expiresAt: number
  /** Number of event sequence numbers to reserve. */
  events: number
}

export type Inserted =
  /** `isNewThread`: the thread has no checkpoint, so the outcome may be stored in the same transaction. */
  | { type: 'inserted'; row: RunRow; isNewThread: boolean }
  | { type: 'thread-busy'; runId: string; status: RunStatus }
  | { type: 'overloaded' }

/** Bounds retries: an insert with an existing run id never succeeds. */
const MAX_ATTEMPTS = 20

export type InsertRun = typeof insertRun

/** Inserts a run, or returns why it cannot start now. */
export async function insertRun(
  db: Queries,
  row: RunRow,
  start: RunToStart,
  queueLimit: number,
): Promise<Inserted> {
  const { run } = start
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryInsert(db, row, start, queueLimit)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const busyRun = await findBusy(db, run.threadId)
      if (busyRun) return busyRun
      // The conflicting run ended before it could be read. Another run may start before the next attempt, too.
      if (attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Inserts a run that waits for a process to claim it. */
export const insertPending = (
  db: Queries,
  start: RunToStart,
  queueLimit: number,
): Promise<Inserted> => insertRun(db, newRow(start, null), start, queueLimit)

async function tryInsert(
  db: Queries,
  row: RunRow,
  start: RunToStart,
  queueLimit: number,
): Promise<Inserted> {
  const { run, extraWrites = [] } = start
  if (row.status === 'running') {
    const batch = [...runInserts(db, row, start), anyCheckpoint.with(db, row)]
    const results = await atomic(db, run.isRepeatable ? relaxed(batch) : batch)
    return { type: 'inserted', row, isNewThread: results.at(-1)?.rows.length === 0 }
  }
  const [inserted] = await atomic(db, [
    insertIfRoom(db, row, queueLimit),
    ...threadRows(row, run).map((thread) => insertThreadForRun(db, thread, run.id)),
    ...insertGraphs(db, graphRows(row.workspace_id, run)),
    ...extraWrites,
  ])
  if (inserted?.rows.length !== 1) return { type: 'overloaded' }
  return { type: 'inserted', row, isNewThread: row.thread_id === row.id }
}

/** The inserts of a run that executes immediately. */
export const runInserts = (
  db: Queries,
  row: RunRow,
  { run, extraWrites = [] }: RunToStart,
): Batch => [
  ...insertRuns(db, [row]),
  ...insertThreads(db, threadRows(row, run)),
  ...insertGraphs(db, graphRows(row.workspace_id, run)),
  ...extraWrites,
]

/**
 * Replays, comparison cells, judge runs and single-node runs get no thread of their own in lists.
 */
function threadRows(row: RunRow, run: NewRun): Insertable<ThreadsTable>[] {
  const isAlone =
    ['replay', 'comparison', 'judge'].includes(run.source) || run.options.only !== undefined
  return isAlone ? [] : [threadRow(row.workspace_id, run)]
}

const threadRow = (
  workspaceId: string,
  { threadId, agentId, title }: NewRun,
): Insertable<ThreadsTable> => ({
  id: threadId,
  workspace_id: workspaceId,
  agent_id: agentId,
  title,
  metadata: toJson({}),
  created_at: now(),
  updated_at: now(),
})

function graphRows(
  workspaceId: string,
  { graph, calledAgents }: NewRun,
): Insertable<GraphsTable>[] {
  const byHash = new Map([graph, ...Object.values(calledAgents)].map((each) => [each.hash, each]))
  return [...byHash.values()].map(({ hash, document }) => ({
    workspace_id: workspaceId,
    hash,
    created_at: now(),
    document: toDocumentText(document),
  }))
}

/** Documents are immutable and most are started more than once. */
const documentTexts = new WeakMap<GraphDocument, JsonText<GraphDocument>>()

function toDocumentText(document: GraphDocument): JsonText<GraphDocument> {
  const text = documentTexts.get(document) ?? toJson(document)
  documentTexts.set(document, text)
  return text
}

async function findBusy(db: Queries, threadId: string): Promise<Inserted | undefined> {
  const run = await db
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('thread_id', '=', threadId)
    .where('status', 'in', LIVE_STATUSES)
    .executeTakeFirst()
  return run && { type: 'thread-busy', runId: run.id, status: run.status }
}

export const newRow = ({ workspaceId, run }: RunToStart, lease: Lease | null): RunRow => ({
  id: run.id,
  workspace_id: workspaceId,
  agent_id: run.agentId,
  thread_id: run.threadId,
  version: run.version,
  graph_hash: run.graph.hash,
  called_agents: toJson(toStoredCalledAgents(run.calledAgents)),
  status: lease ? 'running' : 'pending',
  attempt: 1,
  source: run.source,
  title: run.title,
  error: null,
  interrupts: toJson([]),
  usage: toJson(ZERO_USAGE),
  cost_nanos: 0,
  priced_nanos: 0,
  unpriced: 0,
  created_at: now(),
  started_at: lease && now(),
  ended_at: null,
  first_token_at: null,
  lease_owner: lease && lease.owner,
  lease_until: lease && lease.expiresAt,
  seq_reserved: lease ? lease.events : 0,
  deadline_at: null,
  seed: run.seed ?? Math.floor(Math.random() * 2 ** 31),
  answers: null,
  paused_at: null,
  waited_micros: 0,
  budget: toJson(run.budget),
  metadata: toJson(run.metadata),
  options: Object.keys(run.options).length > 0 ? toJson(run.options) : null,
  only_node: run.options.only ?? null,
  input: toJson(run.input),
  output: null,
  waits: run.isQueuedOnThread ? 1 : 0,
})
