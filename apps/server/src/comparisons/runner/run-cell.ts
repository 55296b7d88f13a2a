import { setTimeout as wait } from 'node:timers/promises'
import type { ComparisonCase, NodeKind, Variant } from '@lathe/contract'
import type { CallQueue } from '@lathe/engine'
import { v7 } from 'uuid'
import type { Batch } from '../../platform/db/atomic.ts'
import type { AppContext } from '../../api/context.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { findRun, cancelRun } from '../../runs/api/runs.store.ts'
import { runTitle } from '../../runs/api/run-title.ts'
import type { NewRun } from '../../runs/start/start-run.store.ts'
import { cellResult, toolCalls, wantedCalls } from './cell-result.ts'
import {
  type CellRow,
  claimCell,
  findTwin,
  finishCell,
  isCellTaken,
  resetCells,
  reuseTwin,
} from './cells.store.ts'
import type { CaseTape } from './tapes.ts'
import type { Turns } from './runner.ts'
import { inputFor, type VariantGraph } from '../plan/variant-graphs.ts'
import { listWaits } from './waits.ts'

export type CellContext = Pick<AppContext, 'db' | 'executor' | 'limits'> & {
  workspaceId: string
  /** The comparison is a run of a test suite. */
  isSuite?: boolean
}

/** The metadata that puts the traces of a test suite into the environment `test`. */
export const environmentMetadata = ({ isSuite = false }: Pick<CellContext, 'isSuite'>) =>
  isSuite ? { environment: 'test' } : {}

export type CellJob = {
  comparisonId: string
  cell: CellRow
  variant: Variant
  graph: VariantGraph
  row: ComparisonCase
  tape: CaseTape | undefined
  reuse: boolean
  /** The queue that model calls of all cells share. */
  line: CallQueue | undefined
  /** Whether model calls may wait for a connection's limits. */
  areCallsLimited: boolean
  inTurn: Turns
}

/** The state after a cell's run has ended. The next cell may start while the result is stored. */
export type Ending = {
  /** The finished cell. Undefined if it did not finish or another worker has it. */
  stored: Promise<CellRow | undefined>
}

/** Delay while the queue of pending runs is full. */
const CROWDED_MS = 500

/**
 * Completes a cell: reuses a twin's result, resumes a run that a crash interrupted, or starts a new
 * run.
 */
export async function runCell(
  context: CellContext,
  job: CellJob,
  signal: AbortSignal,
): Promise<Ending> {
  const { db, workspaceId } = context
  const { cell, reuse } = job
  const begun = cell.run_id !== null && (await findRun(db, workspaceId, cell.run_id))
  if (begun) return await ended(context, job, signal)
  if (cell.status === 'running') await resetCells(db, [cell])
  const twin = reuse ? await findTwin(db, workspaceId, cell) : undefined
  if (twin) return { stored: reuseTwin(db, cell.id, twin) }

  const id = v7()
  if (!(await job.inTurn(() => begin(context, id, job, signal))))
    return { stored: Promise.resolve(undefined) }
  return await ended(context, { ...job, cell: { ...cell, run_id: id } }, signal)
}

/** Returns false if another worker has the cell or it was dropped. */
async function begin(
  context: CellContext,
  id: string,
  job: CellJob,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false
  try {
    await launch(context, newRun(id, job, context), signal, claimCell(context.db, job.cell, id))
    return true
  } catch (error) {
    if (isCellTaken(error) || signal.aborted) return false
    throw error
  }
}

/** Completes a cell whose model answer came from a provider batch. */
export async function runAnswered(
  context: CellContext,
  job: CellJob,
  signal: AbortSignal,
): Promise<Ending> {
  const id = job.cell.run_id ?? ''
  if (!(await findRun(context.db, context.workspaceId, id))) {
    await launch(context, newRun(id, job, context), signal)
  }
  return await ended(context, job, signal)
}

function newRun(
  id: string,
  { comparisonId, cell, variant, graph, row, tape, line }: CellJob,
  context: Pick<CellContext, 'isSuite'>,
): NewRun {
  const input = inputFor(graph, row.input)
  return {
    id,
    // A bare prompt belongs to no agent.
    agentId: graph.agentId === '' ? comparisonId : graph.agentId,
    threadId: id,
    version: graph.version,
    graph,
    callees: graph.callees,
    source: 'comparison',
    title: row.name || runTitle(graph.document, input) || row.key,
    input,
    budget: {},
    metadata: {
      ...environmentMetadata(context),
      comparison: comparisonId,
      variant: variant.key,
      case: row.key,
      repeat: cell.repeat,
      ...(variant.base.type === 'prompt' && {
        name: promptName(variant.name, variant.base.model.name),
      }),
      ...(tape && { tape: tape.traceId }),
      ...(cell.batch_id !== null && { batch: cell.batch_id }),
    },
    steering: {},
    isRepeatable: true,
    ...(tape && { seed: tape.seed }),
    ...(line && { line }),
  }
}

/** Default names of variants (A, B) do not identify a prompt, so the model is added. */
export const promptName = (name: string, model: string): string =>
  name.includes(model) ? name : `${name} · ${model}`

/**
 * Starts a run; waits while the queue of pending runs is full. `extraWrites` are stored in the
 * same transaction.
 */
export async function launch(
  { workspaceId, executor }: Pick<CellContext, 'workspaceId' | 'executor'>,
  run: NewRun,
  signal: AbortSignal,
  extraWrites: Batch = [],
): Promise<void> {
  for (;;) {
    const inserted = await executor.launch({ workspaceId, run, extraWrites })
    if (inserted.type === 'inserted') return
    await wait(CROWDED_MS, undefined, { signal })
  }
}

/** Cancels running runs of cells whose fingerprint has changed. */
export async function cancelRuns(
  { db, workspaceId, executor }: Omit<CellContext, 'limits'>,
  cells: readonly Pick<CellRow, 'run_id'>[],
): Promise<void> {
  for (const { run_id: id } of cells)
    if (id !== null && (await cancelRun(db, workspaceId, id))) executor.abort(id)
}

async function ended(context: CellContext, job: CellJob, signal: AbortSignal): Promise<Ending> {
  await context.executor.worked(job.cell.run_id ?? '', signal).catch(() => undefined)
  const hasWorked = !signal.aborted
  return { stored: store(context, job, hasWorked, signal) }
}

const CARRYING_OUT = new Set<NodeKind>(['agent', 'tools', 'tool', 'agent-call'])

/**
 * A graph that executes no tools, such as a bare prompt or its promoted agent, is evaluated by the
 * calls it requested.
 */
async function callsOf(
  { document }: VariantGraph,
  { db, workspaceId }: Pick<CellContext, 'db' | 'workspaceId'>,
  runId: string,
) {
  const nodes = Object.values(document.nodes)
  const isOnlyAsked =
    nodes.some((node) => 'tools' in node) && !nodes.some(({ kind }) => CARRYING_OUT.has(kind))
  return isOnlyAsked
    ? await wantedCalls(db, workspaceId, runId)
    : await toolCalls(db, workspaceId, runId)
}

/**
 * Stores the result. A cell that was cancelled because the comparison stopped counts as not run.
 */
async function store(
  context: CellContext,
  { cell, graph, areCallsLimited }: CellJob,
  hasWorked: boolean,
  signal: AbortSignal,
): Promise<CellRow | undefined> {
  const { db, executor, workspaceId } = context
  const runId = cell.run_id ?? ''
  const cancel = async () => {
    const isLive = await cancelRun(db, workspaceId, runId)
    if (isLive) executor.abort(runId)
    return isLive
  }
  await executor.settled(runId, signal).catch(() => undefined)
  if (signal.reason === DRAINING) return undefined
  if (signal.aborted && hasWorked) await executor.settled(runId)
  else if (signal.aborted && (await cancel())) {
    await resetCells(db, [cell])
    return undefined
  }
  const [run, calls, waits] = await Promise.all([
    findRun(db, workspaceId, runId),
    callsOf(graph, { db, workspaceId }, runId),
    areCallsLimited ? listWaits(db, workspaceId, runId) : [],
  ])
  if (!run) {
    await resetCells(db, [cell])
    return undefined
  }
  const result = await cellResult(db, workspaceId, run, { calls, waits })
  const status = run.status === 'success' ? 'success' : 'error'
  const finished = await finishCell(db, cell, status, result)
  if (run.status === 'interrupted') await cancel()
  return finished
}
