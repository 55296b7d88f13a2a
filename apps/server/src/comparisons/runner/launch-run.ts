import { setTimeout as wait } from 'node:timers/promises'
import type { Batch } from '../../platform/db/atomic.ts'
import { cancelRun } from '../../runs/api/runs.store.ts'
import type { NewRun } from '../../runs/start/start-run.store.ts'
import type { ComparisonServices } from '../context.ts'

export type RunContext = Pick<ComparisonServices, 'db' | 'executor'> & {
  workspaceId: string
  /** The comparison is a run of a test suite. */
  isSuite?: boolean
}

/** The metadata that puts the traces of a test suite into the environment `test`. */
export const environmentMetadata = ({ isSuite = false }: Pick<RunContext, 'isSuite'>) =>
  isSuite ? { environment: 'test' } : {}

/** Default names of variants (A, B) do not identify a prompt, so the model is added. */
export const promptName = (name: string, model: string): string =>
  name.includes(model) ? name : `${name} · ${model}`

/** Delay while the queue of pending runs is full. */
const QUEUE_FULL_MS = 500

/**
 * Starts a run; waits while the queue of pending runs is full. `extraWrites` run in the transaction
 * that inserts it.
 */
export async function launchRun(
  { workspaceId, executor }: Pick<RunContext, 'workspaceId' | 'executor'>,
  run: NewRun,
  signal: AbortSignal,
  extraWrites: Batch = [],
): Promise<void> {
  for (;;) {
    const inserted = await executor.launch({ workspaceId, run, extraWrites })
    if (inserted.type === 'inserted') return
    await wait(QUEUE_FULL_MS, undefined, { signal })
  }
}

/** Returns false if the run had ended. */
export async function cancelLiveRun(
  { db, workspaceId, executor }: Pick<RunContext, 'db' | 'workspaceId' | 'executor'>,
  runId: string,
): Promise<boolean> {
  const isCancelled = await cancelRun(db, workspaceId, runId)
  if (isCancelled) executor.abort(runId)
  return isCancelled
}
