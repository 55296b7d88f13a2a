import type { ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import type { CellRow } from '../runner/cells.store.ts'
import { judgeCell, type Judgement } from './judge-cell.ts'
import { isMade, judgementsOf, repeatKey, verdictKey } from './judgements.ts'
import { judgingSpent } from './judging-spent.ts'
import type { JudgeContext } from './making.ts'
import { listVerdicts } from './verdicts.store.ts'

export type JudgeQueue = {
  /** Queues a finished cell. */
  offer: (cell: CellRow) => void
  /**
   * Resolves when all queued cells are judged. Returns true if the judges' budget ran out first.
   */
  settle: () => Promise<boolean>
}

type ToJudge = {
  id: string
  plan: ComparisonPlan
  cells: readonly CellRow[]
  /** Selects finished cells to judge. Others serve only as pairwise counterparts. */
  isToJudge: (cell: CellRow) => boolean
}

/** Judges finished cells while others still run, without taking their concurrency. */
export async function startJudging(
  context: JudgeContext,
  { id, plan, cells, isToJudge }: ToJudge,
  signal: AbortSignal,
): Promise<JudgeQueue> {
  if (!plan.checks.some(isMade)) return { offer: () => {}, settle: async () => false }
  const { db, workspaceId } = context
  const kept = await listVerdicts(db, workspaceId, id)
  const isNowOver = async () => isSpent(plan, await judgingSpent(db, workspaceId, id))
  const taken = new Set(kept.filter(({ status }) => status !== 'asking').map(verdictKey))
  const byPlace = new Map<string, Map<string, CellRow>>()
  const waiting: Judgement[] = []
  const lanes = new Set<Promise<void>>()
  let isOver = hasBudget(plan) && (await isNowOver())

  const lane = async () => {
    for (;;) {
      const judgement = isOver || signal.aborted ? undefined : waiting.shift()
      if (!judgement) return
      await judgeCell(context, judgement, signal)
      if (hasBudget(plan)) isOver ||= await isNowOver()
    }
  }
  const placed = (cell: CellRow): CellRow[] => {
    const same = byPlace.get(repeatKey(cell)) ?? new Map<string, CellRow>()
    byPlace.set(repeatKey(cell), same)
    same.set(cell.variant, cell)
    return [...same.values()]
  }
  const offer = (cell: CellRow) => {
    const fresh = judgementsOf(plan, cell, placed(cell)).filter(
      ({ place }) => !taken.has(verdictKey(place)),
    )
    for (const judgement of fresh) taken.add(verdictKey(judgement.place))
    waiting.push(...fresh)
    for (let free = Math.min(fresh.length, plan.concurrency - lanes.size); free > 0; free -= 1) {
      const started: Promise<void> = lane().finally(() => lanes.delete(started))
      lanes.add(started)
      // `settle` rejects with this error; until then it must not count as unhandled.
      started.catch(() => {})
    }
  }
  for (const cell of cells) placed(cell)
  for (const cell of cells.filter(isToJudge)) offer(cell)

  return {
    offer,
    async settle() {
      while (lanes.size > 0) await Promise.all(lanes)
      return isOver && waiting.length > 0
    },
  }
}

const hasBudget = ({ judgeBudget }: ComparisonPlan): boolean => Object.keys(judgeBudget).length > 0

const isSpent = (
  { judgeBudget }: ComparisonPlan,
  { usage, pricedCost }: ComparisonDetail['judging'],
): boolean =>
  usage.input + usage.output >= (judgeBudget.tokens ?? Infinity) ||
  pricedCost >= (judgeBudget.costNanos ?? Infinity)
