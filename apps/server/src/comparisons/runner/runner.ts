import type { ComparisonPlan, Limits } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import type { AppContext } from '../../api/context.ts'
import { createJobs, DRAINING, type Jobs } from '../../platform/jobs/jobs.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { Spent } from '../../platform/db/tables/comparisons.ts'
import { isBatched, runBatches } from '../batches/run-batches.ts'
import { type CellPlace, type CellRow, listCells } from './cells.store.ts'
import {
  type ComparisonRow,
  endWork,
  findComparison,
  listRunning,
  planOf,
  setStatus,
} from '../api/comparisons.store.ts'
import { expectConclusion } from '../report/conclude-apart.ts'
import { giveBackFormer } from './shelf.ts'
import { startJudging } from '../judging/judge-queue.ts'
import { asPlanned } from '../plan/prepare.ts'
import { plannedIn } from '../report/read-grid.ts'
import { type CellContext, type CellJob, runCell } from './run-cell.ts'
import { isInAny } from '../api/selection.ts'
import { addSpent, hasBudget, isSpent, NOTHING_SPENT } from './cell-result.ts'
import { tapeFor, tapesOf } from './tapes.ts'
import { tellEnded } from '../report/tell-verdict.ts'
import { type VariantGraph, variantGraphs } from '../plan/variant-graphs.ts'
import { hasLimitedConnections } from './waits.ts'

type RunnerContext = Pick<
  AppContext,
  'batches' | 'db' | 'embed' | 'executor' | 'limits' | 'log' | 'prices' | 'runCode' | 'tools'
>

/**
 * Runs comparisons in status `running`. Stopping one cancels its running cells; leaving one for
 * another process does not.
 */
export const createComparisonJobs = (context: RunnerContext): Jobs =>
  createJobs({
    ...context,
    kind: 'comparison',
    runAgain: true,
    work: ({ workspaceId, id }, signal) => work({ ...context, workspaceId }, id, signal),
    listRunning: async () =>
      (await listRunning(context.db)).map((row) => ({ workspaceId: row.workspace_id, id: row.id })),
  })

type WorkContext = RunnerContext & { workspaceId: string } & Pick<CellContext, 'isSuite'>

async function work(context: WorkContext, id: string, signal: AbortSignal): Promise<void> {
  const { db, workspaceId } = context
  let isEnded = false
  while (!isEnded) {
    const comparison = await findComparison(db, workspaceId, id)
    if (comparison?.status !== 'running') return
    const plan = planOf(comparison)
    const { graphs } = await variantGraphs(context, plan)
    const { isOver, spent, areTaken } = await runAll(
      { ...context, isSuite: comparison.suite_id !== null },
      { comparison, plan, graphs },
      signal,
    )
    if (signal.reason === DRAINING) return
    if (signal.aborted) return await endStopped(db, workspaceId, id)
    // Cells may have been added in the meantime, or another worker may have left some.
    if (isOver) {
      await giveBackFormer(db, await listCells(db, workspaceId, id))
      isEnded = await endWork(db, comparison, spent)
    } else if (!areTaken) isEnded = await endWork(db, comparison)
  }
  await tellEnded(db, workspaceId, id, signal)
}

/** Queued reruns get their previous results back. */
export async function endStopped(db: Db, workspaceId: string, id: string): Promise<void> {
  await giveBackFormer(db, await listCells(db, workspaceId, id))
  await setStatus(db, workspaceId, id, 'stopped', 'asked')
}

/**
 * Staggers starts: twenty cells that start together would also call and finish together, in waves.
 */
const BEGUN_AT_ONCE = 6

type Plan = { comparison: ComparisonRow; plan: ComparisonPlan; graphs: Map<string, VariantGraph> }

type Worked = {
  /** The budget ran out before the cells did. */
  isOver: boolean
  /** Usage that counted against the budget, without previous results of rerun cells. */
  spent: Spent
  /** Some cells were claimed by another worker or changed. */
  areTaken: boolean
}

async function runAll(
  context: WorkContext,
  { comparison: { id, asked, spent: told }, plan, graphs }: Plan,
  signal: AbortSignal,
): Promise<Worked> {
  const { db, workspaceId } = context
  const tapes = await tapesOf(db, workspaceId, plan)
  const listed = await listCells(db, workspaceId, id)
  const all = await asPlanned(db, listed, { plan, graphs, tapes })
  const isPlanned = plannedIn(plan)
  const cells = all.filter(isPlanned)
  const variants = new Map(plan.variants.map((variant) => [variant.key, variant]))
  const rows = new Map(plan.cases.map((row) => [row.key, row]))
  const alone = cells.filter((cell) => !isBatched(plan, cell))
  const pending = alone.filter(({ status }) => status === 'pending')
  // Running cells of an earlier process or round count against the concurrency.
  const live = [...alone.filter(({ status }) => status === 'running'), ...inOrder(plan, pending)]
  const ahead = aheadOf(plan, context.limits)
  const line = ahead > 0 ? { id, slots: plan.concurrency } : undefined
  const areCallsLimited = line !== undefined || (await hasLimitedConnections(db, workspaceId))
  const asks = fromJson(asked)
  const isNamed = isInAny(
    plan,
    asks.map(({ only }) => only),
  )
  const judging = await startJudging(context, { id, plan, cells, isToJudge: isNamed }, signal)
  const spent = { ...all.reduce(addSpent, NOTHING_SPENT) }
  let isOver = isSpent(plan, spent)
  // Once the budget is used up nothing is added, and restored previous results do not count again.
  const before = isOver ? fromJsonOrNull(told) : null
  const inTurn = createTurns(BEGUN_AT_ONCE)
  const planned = new Map(cells.map((cell) => [cell.id, cell.fingerprint]))
  const jobOf = (cell: CellRow): CellJob | undefined => {
    // Another process has changed the plan; the cell runs with the new plan.
    if (planned.get(cell.id) !== cell.fingerprint) return undefined
    const variant = variants.get(cell.variant)
    const row = rows.get(cell.case_key)
    const graph = graphs.get(cell.variant)
    if (!variant || !row || !graph) return undefined
    const reuse = cell.is_anew === 0 && (variant.reuse ?? plan.reuse)
    const tape = tapeFor(tapes, row, graph)
    const calls = { line, areCallsLimited }
    return { comparisonId: id, cell, variant, graph, row, tape, reuse, ...calls, inTurn }
  }
  let areTaken = false
  const note = (finished: CellRow | undefined) => {
    if (!finished) {
      areTaken = true
      return
    }
    if (isPlanned(finished)) judging.offer(finished)
    Object.assign(spent, addSpent(spent, finished))
    isOver ||= isSpent(plan, spent)
  }
  const lane = async (): Promise<void> => {
    let behind: Promise<void> = Promise.resolve()
    for (;;) {
      const cell = isOver || signal.aborted ? undefined : live.shift()
      if (!cell) return await behind
      const job = jobOf(cell)
      if (!job) continue
      const { stored } = await runCell(context, job, signal)
      // The last answers are in flight, so a verdict will be requested soon.
      if (live.length === 0 && plan.checks.length > 0) expectConclusion()
      const noted = stored.then(note)
      // The worker awaits the error later.
      noted.catch(() => {})
      await behind
      behind = noted
      // This result may use up the budget.
      if (hasBudget(plan)) await behind
    }
  }
  const batched = runBatches(context, { id, plan, jobOf, isOver: () => isOver, note }, signal)
  const lanes = Array.from({ length: plan.concurrency + ahead }, lane)
  const [areLeft] = await Promise.all([batched, ...lanes])
  const isJudgingOver = await judging.settle()
  return {
    isOver:
      isJudgingOver || areLeft || asks.some((one) => one.areLeft) || (isOver && live.length > 0),
    spent: before ?? spent,
    areTaken,
  }
}

/** Prepared cells per this many concurrent requests. */
const ASKED_FOR_ONE = 4
/** Leave a share of the run slots to other runs. */
const PLACES_FOR_ONE = 8

/**
 * Returns how many cells to prepare while the maximum number of requests is in flight. Only bare
 * prompts are prepared ahead, because they do nothing but call a model. None if a budget could be
 * exceeded; some run slots stay free for other runs.
 */
export function aheadOf(plan: ComparisonPlan, { runsAtOnce }: Pick<Limits, 'runsAtOnce'>): number {
  const areBare = plan.variants.every(({ base }) => base.type === 'prompt')
  if (!areBare || hasBudget(plan)) return 0
  const places = runsAtOnce - Math.ceil(runsAtOnce / PLACES_FOR_ONE) - plan.concurrency
  return Math.max(0, Math.min(Math.floor(plan.concurrency / ASKED_FOR_ONE), places))
}

type Planned = Pick<ComparisonPlan, 'variants' | 'cases'>
type Place = Pick<CellPlace, 'variant' | 'case_key' | 'repeat'>

/**
 * Orders cells by case, so that results can be compared early. Rotates the first variant: the first
 * request of a round is slower (cold caches, busy workers) and would bias latency.
 */
export function inOrder<T extends Place>({ variants, cases }: Planned, cells: readonly T[]): T[] {
  const columns = placesOf(variants)
  const rows = placesOf(cases)
  const turnOf = ({ variant, case_key: key, repeat }: Place) => {
    const begins = (rows.get(key) ?? 0) + repeat
    return ((columns.get(variant) ?? 0) + begins) % Math.max(1, variants.length)
  }
  return cells.toSorted(
    (a, b) =>
      a.repeat - b.repeat ||
      (rows.get(a.case_key) ?? 0) - (rows.get(b.case_key) ?? 0) ||
      turnOf(a) - turnOf(b),
  )
}

const placesOf = (list: readonly { key: string }[]): ReadonlyMap<string, number> =>
  new Map(list.map(({ key }, index) => [key, index]))

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a limiter: at most `places` tasks run at once, in arrival order. */
export function createTurns(places: number): Turns {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
