import {
  type CalledAgents,
  type Cell,
  type ComparisonPlan,
  type ComparisonStatus,
  type GraphDocument,
  type ReusableCell,
  ZERO_USAGE,
} from '@lathe/contract'
import { type Amounts, estimateDocument, unpricedModels } from '@lathe/graph'
import { BATCH_RATE, computeCost, type createPriceFinder } from '@lathe/traces'
import { formatCost, formatCount, plural } from '../../../lib/format/format.ts'
import type { RunRequest } from '../use-run.ts'
import type { Documents } from '../variants/documents.ts'
import { selectCells, judgeDocument, judgeModels, listPendingVerdicts } from './pending-verdicts.ts'

export type RunEstimate = {
  /** Cells to run. */
  cells: number
  /** Verdicts to compute. */
  verdicts: number
  /** Cells and verdicts that are reused at no cost. */
  reused: number
  /** Model calls of cells and judges. */
  calls: number
  tokens: number
  /** Nano-dollars. Null if a price is unknown. */
  cost: number | null
  /** Whether some of the cells run in batches. */
  isBatch: boolean
  /** Whether recordings serve some of the calls. */
  isAtMost: boolean
}

/** Models without a known price. */
export type Unpriced = { cells: readonly string[]; judges: readonly string[] }

export type Estimator = {
  /** The typical cost of a run. */
  of: (request: RunRequest) => RunEstimate
  unpriced: Unpriced
}

type Estimating = {
  plan: ComparisonPlan
  documents: Documents
  calledAgents: CalledAgents
  findPrice: ReturnType<typeof createPriceFinder>
  /** Microseconds. */
  now: number
  grid: readonly Cell[]
  status: ComparisonStatus
  /** Cells that can be reused. */
  reusable: readonly ReusableCell[]
}

export function createEstimator(estimating: Estimating): Estimator {
  const { plan, grid, documents, calledAgents, findPrice, now } = estimating
  const perItem = (document: GraphDocument | undefined): Amounts | undefined =>
    document &&
    estimateDocument(document, {
      priceCall: (model, usage) => {
        const price = findPrice(model, now)
        return price ? computeCost(price, { ...ZERO_USAGE, ...usage }).total : null
      },
      calledAgents,
    }).total
  const isPriced = (model: string) => findPrice(model, now) !== undefined
  const models = [...documents.values()].flatMap((document) =>
    unpricedModels(document, calledAgents, isPriced),
  )
  const judges = plan.evaluators.flatMap(({ evaluator }) => judgeModels(evaluator))
  const byVariant = Map.groupBy(grid, ({ variant }) => variant)
  const hasRecordings =
    plan.sameRecording && plan.cases.some(({ traceId }) => traceId !== undefined)

  return {
    unpriced: {
      cells: [...new Set(models)],
      judges: [...new Set(judges.filter((name) => !isPriced(name)))],
    },
    of(request) {
      const selection = selectCells(estimating, request)
      const columns = plan.variants.map(({ key, base }): RunEstimate => {
        const cells = selection.perVariant.get(key) ?? 0
        if (cells === 0) return NOTHING
        const reusedCells = selection.reusable.filter(({ variant }) => variant === key).length
        const newCells = cells - reusedCells
        if (newCells === 0) return { ...NOTHING, cells, reused: reusedCells }
        const isBatch = plan.batch && base.type === 'prompt'
        const finished = (byVariant.get(key) ?? []).filter(
          (cell) => cell.status === 'success' && cell.isBatch === isBatch,
        )
        const guess = perItem(documents.get(key))
        return {
          ...NOTHING,
          ...amounts(guess, newCells, isBatch ? BATCH_RATE : 1),
          ...extrapolate(finished, newCells, guess?.cost !== null),
          cells,
          reused: reusedCells,
          isBatch,
          isAtMost: hasRecordings && base.type === 'agent',
        }
      })
      const judging = listPendingVerdicts(plan, grid, selection).map(
        ({ check, verdicts, callsEach }): RunEstimate => {
          const reusedVerdicts = selection.reusable.filter(({ evaluators }) =>
            evaluators.includes(check.key),
          ).length
          const newVerdicts = verdicts - reusedVerdicts
          const verdictsSoFar = grid.flatMap((cell) => cell.verdicts[check.key] ?? [])
          const paidVerdicts = verdictsSoFar.filter(({ isReused }) => !isReused)
          const guess = perItem(judgeDocument(check))
          return {
            ...NOTHING,
            ...amounts(guess, newVerdicts * callsEach),
            ...extrapolate(paidVerdicts, newVerdicts, guess?.cost !== null),
            verdicts,
            reused: reusedVerdicts,
            calls: newVerdicts * callsEach,
            // It is unknown which pairs were judged before.
            isAtMost: check.evaluator.kind === 'pairwise' && selection.reusable.length > 0,
          }
        },
      )
      return [...columns, ...judging].reduce(addEstimates, NOTHING)
    },
  }
}

/** `12 calls · about 3.4 k tokens · $0.03`, or what is left to do if no model is called. */
export function estimateText({ cells, verdicts, reused, ...rest }: RunEstimate): string {
  const { calls, tokens, cost, isBatch, isAtMost } = rest
  if (cells + verdicts === 0) return 'All cells have run'
  const work = [cells > 0 && plural(cells, 'cell'), verdicts > 0 && plural(verdicts, 'verdict')]
  const costNote = reused === cells + verdicts ? 'all reused' : 'no call'
  if (calls === 0) return `${work.filter(Boolean).join(' and ')}, ${costNote}`
  const price = cost === null ? 'price unknown' : formatCost(Math.round(cost))
  const rate = isBatch && cost !== null ? ' at the batch rate' : ''
  const count = plural(Math.round(calls), 'call')
  const amount = `${count} · ~${formatCount(tokens)} tokens · ${price}${rate}`
  const amountText = isAtMost ? `at most ${amount}` : amount
  return reused === 0 ? amountText : `${amountText}, plus ${formatCount(reused)} reused`
}

type CostSample = Pick<Cell, 'usage' | 'cost'>

/** Extrapolates from finished cells, which is more accurate than the initial estimate. */
function extrapolate(finishedItems: readonly CostSample[], times: number, isPriced: boolean) {
  if (finishedItems.length === 0) return {}
  const perItem = times / finishedItems.length
  const sumOf = (pick: (item: CostSample) => number) =>
    finishedItems.reduce((sum, item) => sum + pick(item), 0)
  // Truncated answers have no known cost. Use the others.
  const costs = finishedItems.flatMap(({ cost }) => cost ?? [])
  const cost = (times / costs.length) * costs.reduce((sum, itemCost) => sum + itemCost, 0)
  return {
    tokens: perItem * sumOf(({ usage }) => (usage ? usage.input + usage.output : 0)),
    ...(isPriced
      ? costs.length > 0 && { cost }
      : { cost: costs.length < finishedItems.length ? null : cost }),
  }
}

function amounts(total: Amounts | undefined, times: number, rate = 1) {
  if (!total) return {}
  return {
    calls: times * total.calls.typical,
    tokens: times * total.tokens.typical,
    cost: total.cost && times * total.cost.typical * rate,
  }
}

const NOTHING: RunEstimate = {
  cells: 0,
  verdicts: 0,
  reused: 0,
  calls: 0,
  tokens: 0,
  cost: 0,
  isBatch: false,
  isAtMost: false,
}

const addEstimates = (a: RunEstimate, b: RunEstimate): RunEstimate => ({
  cells: a.cells + b.cells,
  verdicts: a.verdicts + b.verdicts,
  reused: a.reused + b.reused,
  calls: a.calls + b.calls,
  tokens: a.tokens + b.tokens,
  cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  isBatch: a.isBatch || b.isBatch,
  isAtMost: a.isAtMost || b.isAtMost,
})
