import type { NodeKind } from '@lathe/contract'
import type { CallQueue } from '@lathe/engine'
import { v7 } from 'uuid'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { runTitle } from '../../runs/api/run-title.ts'
import { findRun } from '../../runs/api/runs.store.ts'
import type { NewRun } from '../../runs/start/start-run.store.ts'
import { inputFor, type VariantGraph } from '../plan/variant-graphs.ts'
import type { QueuedCell } from './cell-queue.ts'
import { cellResult, listCallWaits, readRequestedCalls, readToolCalls } from './cell-result.ts'
import {
  claimCell,
  completeCell,
  isCellTaken,
  releaseCells,
  reuseResult,
} from './cell-transitions.store.ts'
import { type CellRow, findReusableCell } from './cells.store.ts'
import {
  cancelLiveRun,
  environmentMetadata,
  launchRun,
  promptName,
  type RunContext,
} from './launch-run.ts'

/** Context that the cells of a comparison share. */
export type CellContext = RunContext & {
  comparisonId: string
  /** Limits the model calls of all cells. */
  callQueue: CallQueue | undefined
  /** Whether model calls may wait for the call queue or a connection's limits. */
  areCallsLimited: boolean
  limitStarts: Limiter
}

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** A cell whose run has done its work. The next cell may start while the result is stored. */
export type WorkedCell = {
  /** The completed cell. Undefined if it did not complete or another process has it. */
  stored: Promise<CellRow | undefined>
}

/**
 * Completes a cell: follows the run that another process started, reuses the result of a cell with
 * the same fingerprint, or claims the cell with a new run.
 */
export async function runCell(
  context: CellContext,
  queued: QueuedCell,
  signal: AbortSignal,
): Promise<WorkedCell> {
  const { db, workspaceId } = context
  const { cell } = queued
  const hasRun = cell.run_id !== null && (await findRun(db, workspaceId, cell.run_id))
  if (hasRun) return await followRun(context, queued, signal)
  if (cell.status === 'running') await releaseCells(db, [cell])
  const source = queued.canReuse ? await findReusableCell(db, workspaceId, cell) : undefined
  if (source) return { stored: reuseResult(db, cell.id, source) }

  const runId = v7()
  if (!(await context.limitStarts(() => claim(context, queued, runId, signal))))
    return { stored: Promise.resolve(undefined) }
  return await followRun(context, { ...queued, cell: { ...cell, run_id: runId } }, signal)
}

/** Returns false if another process has the cell or the comparison stops. */
async function claim(
  context: CellContext,
  queued: QueuedCell,
  runId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false
  try {
    const run = newRun(context, queued, runId)
    await launchRun(context, run, signal, claimCell(context.db, queued.cell, runId))
    return true
  } catch (error) {
    if (isCellTaken(error) || signal.aborted) return false
    throw error
  }
}

/** Completes a cell whose model answer came from a provider batch. */
export async function runBatchedCell(
  context: CellContext,
  queued: QueuedCell,
  signal: AbortSignal,
): Promise<WorkedCell> {
  const runId = queued.cell.run_id ?? ''
  if (!(await findRun(context.db, context.workspaceId, runId))) {
    await launchRun(context, newRun(context, queued, runId), signal)
  }
  return await followRun(context, queued, signal)
}

function newRun(
  { comparisonId, callQueue, ...context }: CellContext,
  { cell, variant, graph, case: planCase, recording }: QueuedCell,
  runId: string,
): NewRun {
  const input = inputFor(graph, planCase.input)
  return {
    id: runId,
    // A bare prompt belongs to no agent.
    agentId: graph.agentId === '' ? comparisonId : graph.agentId,
    threadId: runId,
    version: graph.version,
    graph,
    calledAgents: graph.calledAgents,
    source: 'comparison',
    title: planCase.name || runTitle(graph.document, input) || planCase.key,
    input,
    budget: {},
    metadata: {
      ...environmentMetadata(context),
      comparison: comparisonId,
      variant: variant.key,
      case: planCase.key,
      repeat: cell.repeat,
      ...(variant.base.type === 'prompt' && {
        name: promptName(variant.name, variant.base.model.name),
      }),
      ...(recording && { recording: recording.traceId }),
      ...(cell.batch_id !== null && { batch: cell.batch_id }),
    },
    options: {},
    isRepeatable: true,
    ...(recording && { seed: recording.seed }),
    ...(callQueue && { callQueue }),
  }
}

async function followRun(
  context: CellContext,
  queued: QueuedCell,
  signal: AbortSignal,
): Promise<WorkedCell> {
  await context.executor.waitForOutcome(queued.cell.run_id ?? '', signal).catch(() => undefined)
  const hasWorked = !signal.aborted
  return { stored: storeResult(context, queued, hasWorked, signal) }
}

/** A cell whose run is cancelled because the comparison stops returns to the queue. */
async function storeResult(
  context: CellContext,
  { cell, graph }: QueuedCell,
  hasWorked: boolean,
  signal: AbortSignal,
): Promise<CellRow | undefined> {
  const { db, executor, workspaceId } = context
  const runId = cell.run_id ?? ''
  await executor.waitUntilSettled(runId, signal).catch(() => undefined)
  if (signal.reason === DRAINING) return undefined
  if (signal.aborted && hasWorked) await executor.waitUntilSettled(runId)
  else if (signal.aborted && (await cancelLiveRun(context, runId))) {
    await releaseCells(db, [cell])
    return undefined
  }
  const [run, calls, waits] = await Promise.all([
    findRun(db, workspaceId, runId),
    readCalls(context, graph, runId),
    context.areCallsLimited ? listCallWaits(db, workspaceId, runId) : [],
  ])
  if (!run) {
    await releaseCells(db, [cell])
    return undefined
  }
  const result = await cellResult(db, workspaceId, run, { calls, waits })
  const status = run.status === 'success' ? 'success' : 'error'
  const completed = await completeCell(db, cell, status, result)
  if (run.status === 'interrupted') await cancelLiveRun(context, runId)
  return completed
}

const TOOL_EXECUTING_KINDS = new Set<NodeKind>(['agent', 'tools', 'tool', 'agent-call'])

/**
 * A graph that executes no tools, such as a bare prompt or its promoted agent, is evaluated by the
 * calls it requested.
 */
async function readCalls(
  { db, workspaceId }: Pick<RunContext, 'db' | 'workspaceId'>,
  { document }: VariantGraph,
  runId: string,
) {
  const nodes = Object.values(document.nodes)
  const isRequestOnly =
    nodes.some((node) => 'tools' in node) &&
    !nodes.some(({ kind }) => TOOL_EXECUTING_KINDS.has(kind))
  return isRequestOnly
    ? await readRequestedCalls(db, workspaceId, runId)
    : await readToolCalls(db, workspaceId, runId)
}
