import {
  type Json,
  type JsonObject,
  noUsage,
  type RunError,
  type Spending,
  type Usage,
} from '@lathe/contract'
import { noSpending } from '@lathe/traces'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { cancelRun, findRun } from '../../runs/api/runs.store.ts'
import { type CellContext, launch } from '../runner/run-cell.ts'
import { type JudgeGraph, VERDICT } from './judge-graph.ts'

export type Question = {
  /** Of the run that asks; it may have begun before a crash. */
  runId: string
  comparisonId: string
  title: string
  graph: JudgeGraph
  variables: JsonObject
  metadata: JsonObject
}

export type Answer = { usage: Usage; spent: Spending } & (
  | { ok: true; verdict: Json }
  | { ok: false; error: RunError }
)

const GONE: RunError = {
  code: 'INTERNAL',
  message: 'The run of the judge is gone',
  retryable: true,
}

/** Asks by a run of its own, so that it waits for its turn, is traced and can be opened. */
export async function askJudge(
  context: CellContext,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const { db, executor, workspaceId } = context
  const { runId, comparisonId, graph, variables } = question
  if (!(await findRun(db, workspaceId, runId))) {
    const { title, metadata } = question
    const run = {
      id: runId,
      agentId: comparisonId,
      threadId: runId,
      version: null,
      graph,
      callees: {},
      source: 'judge' as const,
      title,
      input: Object.fromEntries(graph.document.input.map((name) => [name, variables[name] ?? ''])),
      budget: {},
      metadata,
      steering: {},
    }
    await launch(context, run, signal)
  }
  await executor.settled(runId, signal).catch(() => undefined)
  if (signal.aborted) {
    const isLeft = signal.reason === DRAINING
    if (!isLeft && (await cancelRun(db, workspaceId, runId))) executor.abort(runId)
    signal.throwIfAborted()
  }
  const run = await findRun(db, workspaceId, runId)
  const { usage, cost, pricedCost, unpriced } = run ?? { usage: noUsage, ...noSpending }
  const spent = { cost, pricedCost, unpriced }
  if (run?.status !== 'success') return { ok: false, error: run?.error ?? GONE, usage, spent }
  return { ok: true, verdict: answerIn(run.output), usage, spent }
}

const answerIn = (output: Json): Json =>
  typeof output === 'object' && output !== null && !Array.isArray(output)
    ? (output[VERDICT] ?? null)
    : null
