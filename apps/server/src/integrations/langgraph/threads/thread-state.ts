import type { Checkpoint, GraphDocument, Interrupt, Json, JsonObject } from '@lathe/contract'
import { v5 } from 'uuid'
import { type HistoryPage, readHistory } from '../../../threads/thread-state.ts'
import type { Context } from '../../../api/context.ts'
import { withPendingCalls } from '../wire/pending-calls.ts'
import { toWireInterrupts } from '../wire/interrupts.ts'
import { toIso } from '../wire/time.ts'
import { toWireValues } from '../wire/values.ts'
import { findRunDocument } from './run-documents.ts'
import type { ThreadRecord } from './thread-row.ts'

const START = '__start__'

/** UUID namespace that makes task ids of checkpoints deterministic. */
const TASK_NAMESPACE = '7c6c1d1e-6f0a-5b0e-9f53-0d2f6a1c8b11'

export async function readStates(
  { db, workspaceId }: Context,
  thread: ThreadRecord,
  page: HistoryPage,
): Promise<ReturnType<typeof toState>[]> {
  const isFromNewest = page.before === undefined && page.at === undefined
  const [checkpoints, [newest]] = await Promise.all([
    readHistory(db, workspaceId, thread.id, { ...page, withPaused: true }),
    isFromNewest ? [] : readHistory(db, workspaceId, thread.id, { limit: 0 }),
  ])
  // Channels may differ between versions of an agent, but conversations rarely do, so one document
  // serves all.
  const document = await findRunDocument(db, workspaceId, checkpoints[0]?.runId ?? null)
  return checkpoints
    .slice(0, page.limit)
    .map((checkpoint) =>
      toState(thread, checkpoint, document, checkpoint.id === (newest ?? checkpoints[0])?.id),
    )
}

/** Returns the newest state, or an empty one if no run has started. */
export async function readNewestState(context: Context, thread: ThreadRecord) {
  const [state] = await readStates(context, thread, { limit: 1 })
  const newest = state ?? emptyState(thread)
  // A client that finds no next node treats the thread as idle and does not join its run.
  const hasStarted = newest.next.length > 0 || !hasRun(thread, state?.metadata.run_id)
  return hasStarted ? newest : { ...newest, next: [START] }
}

/** Detects a run whose input is not in a checkpoint yet. */
const hasRun = ({ run }: ThreadRecord, newestRunId: string | null | undefined) =>
  run !== null && run.id !== newestRunId && (run.status === 'pending' || run.status === 'running')

const emptyState = ({ id, createdAt }: ThreadRecord) => ({
  values: {},
  next: [] as string[],
  tasks: [],
  interrupts: [],
  metadata: {},
  created_at: toIso(createdAt),
  checkpoint: null,
  parent_checkpoint: null,
  thread_id: id,
})

export function toState(
  thread: ThreadRecord,
  checkpoint: Checkpoint,
  document: GraphDocument | undefined,
  isNewest: boolean,
) {
  const { id, parentId, superstep, source, runId, values, createdAt } = checkpoint
  // The input has not been applied yet.
  const next = source === 'input' ? [START] : checkpoint.next
  const tasks = next.map((node) => toTask(thread, id, node, isNewest))
  const pending = isNewest ? (thread.run?.interrupts ?? []) : []
  return {
    values: document ? withPendingCalls(document, toWireValues(document, values), pending) : values,
    next,
    tasks,
    interrupts: tasks.flatMap(({ interrupts }) => interrupts),
    metadata: { source, step: superstep, parents: {}, thread_id: thread.id, run_id: runId },
    created_at: toIso(createdAt),
    checkpoint: checkpointRef(thread.id, id),
    parent_checkpoint: parentId === null ? null : checkpointRef(thread.id, parentId),
  }
}

export const checkpointRef = (threadId: string, checkpointId: string) => ({
  thread_id: threadId,
  checkpoint_ns: '',
  checkpoint_id: checkpointId,
  checkpoint_map: null,
})

/** A task that a checkpoint is about to execute. Only the newest can be pending or failed. */
function toTask({ run }: ThreadRecord, checkpointId: string, node: string, isNewest: boolean) {
  const isOfNode = (interrupt: Interrupt) => interrupt.node.split('/')[0] === node
  const pendingInterrupts = isNewest && run ? run.interrupts.filter(isOfNode) : []
  const failure = isNewest && run?.error && isInNode(run.error.node, node) ? run.error : null
  const result: Json = null
  const path: Json[] = ['__pregel_pull', node]
  const nested: { checkpoint: JsonObject | null; state: JsonObject | null } = {
    checkpoint: null,
    state: null,
  }
  return {
    id: v5(`${checkpointId} ${node}`, TASK_NAMESPACE),
    name: node,
    path,
    // Clients parse this as JSON.
    error: failure && JSON.stringify({ error: failure.code, message: failure.message }),
    interrupts: toWireInterrupts(pendingInterrupts),
    result,
    ...nested,
  }
}

const isInNode = (path: string | undefined, node: string) =>
  path === undefined || path.split('/')[0] === node
