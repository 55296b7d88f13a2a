import {
  type ComparisonPlan,
  ModelOutputs,
  REFUSED,
  type RunDetail,
  type RunError,
} from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { findSpan } from '../../traces/query/read-details.ts'
import type { CellResult, Spent } from '../../platform/db/tables/comparisons.ts'
import { tapeUse } from './tapes.ts'
import { type Wait, waitedBetween } from './waits.ts'
import type { CellRow } from './cells.store.ts'

/** Comparisons cannot answer interrupts. */
const ASKS: RunError = {
  code: 'INVALID_INPUT',
  message: 'The run waits for human input, which a comparison cannot give',
  hint: 'Compare a version without questions and approvals.',
  retryable: false,
}

/** Returns what evaluators need from a run that ended or was interrupted. */
export async function cellResult(
  db: Db,
  workspaceId: string,
  run: RunDetail,
  { calls, waits }: { calls: CellResult['calls']; waits: readonly Wait[] },
): Promise<CellResult> {
  const { startedAt, endedAt, firstTokenAt } = run
  // Latency is meaningless for batches, which wait at the provider, and for runs that started
  // twice.
  const isTimed = run.metadata['batch'] === undefined && run.attempt === 1
  const [tape, isRefused] = await Promise.all([
    tapeUse(db, workspaceId, run),
    wasRefused(db, workspaceId, run.id),
  ])
  const since = (at: number | null) =>
    !isTimed || at === null || startedAt === null
      ? null
      : (at - startedAt - waitedBetween(waits, startedAt, at)) / 1_000
  return {
    output: run.output,
    error: run.status === 'interrupted' ? ASKS : run.error,
    latencyMs: since(endedAt),
    firstTokenMs: since(firstTokenAt),
    usage: run.usage,
    cost: run.cost,
    pricedCost: run.pricedCost,
    unpriced: run.unpriced,
    calls,
    ...(isRefused && { isRefused }),
    ...(tape && { tape }),
  }
}

/** Returns the tool calls in order. */
export async function toolCalls(
  db: Db,
  workspaceId: string,
  traceId: string,
): Promise<CellResult['calls']> {
  const spans = await toolSpans.all(db, { workspaceId, traceId })
  return await Promise.all(
    spans.map(async ({ id, name }) => {
      const inputs = (await findSpan(db, workspaceId, traceId, id))?.inputs
      const isObject = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)
      return { tool: name, arguments: isObject ? inputs : {} }
    }),
  )
}

/** Returns the tool calls of the last model answer, executed or not. */
export async function wantedCalls(
  db: Db,
  workspaceId: string,
  traceId: string,
): Promise<CellResult['calls']> {
  const last = await db
    .selectFrom('spans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('kind', '=', 'model')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const span = last && (await findSpan(db, workspaceId, traceId, last.id))
  const answer = ModelOutputs.safeParse(span?.outputs).data
  return (answer?.message?.toolCalls ?? []).map(({ name, args }) => ({
    tool: name,
    arguments: args,
  }))
}

const toolSpans = prepared((db, slot: Slots<{ workspaceId: string; traceId: string }>) =>
  db
    .selectFrom('spans')
    .select(['id', 'name'])
    .where('workspace_id', '=', slot('workspaceId'))
    .where('trace_id', '=', slot('traceId'))
    .where('kind', '=', 'tool')
    .orderBy('started_at')
    .orderBy('id'),
)

async function wasRefused(db: Db, workspaceId: string, traceId: string): Promise<boolean> {
  const [trace] = await traceTags.all(db, { workspaceId, traceId })
  return trace !== undefined && fromJson(trace.tags).includes(REFUSED)
}

const traceTags = prepared((db, slot: Slots<{ workspaceId: string; traceId: string }>) =>
  db
    .selectFrom('traces')
    .select('tags')
    .where('workspace_id', '=', slot('workspaceId'))
    .where('id', '=', slot('traceId')),
)

export const NOTHING_SPENT: Spent = { tokens: 0, costNanos: 0 }

/** Adds a cell's usage and cost. Reused results cost nothing. */
export function addSpent(spent: Spent, { is_reused: reused, result: kept }: CellRow): Spent {
  const result = reused ? null : fromJsonOrNull(kept)
  if (!result) return spent
  const { usage, cost, pricedCost, tape } = result
  return {
    tokens: spent.tokens + usage.input + usage.output - (tape?.servedTokens ?? 0),
    costNanos: spent.costNanos + (pricedCost ?? cost ?? 0),
  }
}

export const hasBudget = ({ budget }: ComparisonPlan): boolean => Object.keys(budget).length > 0

export const isSpent = ({ budget }: ComparisonPlan, { tokens, costNanos }: Spent): boolean =>
  tokens >= (budget.tokens ?? Infinity) || costNanos >= (budget.costNanos ?? Infinity)
