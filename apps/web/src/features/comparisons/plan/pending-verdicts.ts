import type {
  Cell,
  ComparisonEvaluator,
  ComparisonPlan,
  ComparisonStatus,
  ReusableCell,
} from '@lathe/contract'
import { structuredPromptDocument } from '@lathe/graph'
import type { RunRequest } from '../use-run.ts'

/** The pending verdicts of an evaluator. */
type PendingVerdicts = { check: ComparisonEvaluator; verdicts: number; callsEach: number }

const CALLS: Partial<Record<ComparisonEvaluator['evaluator']['kind'], number>> = {
  code: 0,
  similarity: 1,
  judge: 1,
  pairwise: 2,
}

/** The pending verdicts of each evaluator that a run executes. Failed verdicts are retried once. */
export function listPendingVerdicts(
  plan: ComparisonPlan,
  grid: readonly Cell[],
  selection: CellSelectionResult,
): PendingVerdicts[] {
  return plan.evaluators.flatMap((check) => {
    const calls = CALLS[check.evaluator.kind]
    if (calls === undefined) return []
    const verdicts =
      check.evaluator.kind === 'pairwise'
        ? countPendingPairs(plan, grid, selection, check.key)
        : countPendingOutputs(grid, selection, check.key)
    return verdicts === 0 ? [] : [{ check, verdicts, callsEach: calls }]
  })
}

const isUnjudged = (
  { verdicts }: Cell,
  check: string,
  { onlyFailed }: CellSelectionResult,
): boolean => {
  const verdict = verdicts[check]
  return !verdict || (verdict.isFailed && !onlyFailed)
}

function countPendingOutputs(
  grid: readonly Cell[],
  selection: CellSelectionResult,
  check: string,
): number {
  const pendingOutputs = grid.filter(
    (cell) =>
      cell.status === 'success' &&
      selection.isNamed(cell) &&
      !selection.runs(cell) &&
      isUnjudged(cell, check, selection),
  )
  return (
    pendingOutputs.length +
    [...selection.perVariant.values()].reduce((sum, cells) => sum + cells, 0)
  )
}

/** A new baseline output invalidates the verdicts of all its pairs. */
function countPendingPairs(
  { variants: [baseline, ...otherVariants], repeats }: ComparisonPlan,
  grid: readonly Cell[],
  selection: CellSelectionResult,
  check: string,
): number {
  if (!baseline) return 0
  const byCase = Map.groupBy(grid, (cell) => cell.case)
  let openPairs = 0
  for (const row of selection.cases) {
    const caseCells = byCase.get(row) ?? []
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const side = (variant: string) => {
        const cell = caseCells.find((item) => item.variant === variant && item.repeat === repeat)
        const place = cell ?? { variant, case: row, repeat, status: 'missing' as const }
        return { cell, isNamed: selection.isNamed(place), isRun: selection.runs(place) }
      }
      const first = side(baseline.key)
      if (!first.isRun && first.cell?.status !== 'success') continue
      for (const { key } of otherVariants) {
        const second = side(key)
        if (!first.isNamed && !second.isNamed) continue
        const { cell } = second
        const isOpen = cell?.status === 'success' && isUnjudged(cell, check, selection)
        const isThere = cell?.status === 'success'
        if (second.isRun || (first.isRun && isThere) || isOpen) openPairs += 1
      }
    }
  }
  return openPairs
}

/**
 * Done and total verdicts for the existing outputs. Undefined without evaluators that need a run.
 */
export function countVerdicts({ evaluators, variants }: ComparisonPlan, grid: readonly Cell[]) {
  const outputs = grid.filter(({ status }) => status === 'success')
  const due = evaluators.flatMap(({ key, evaluator: { kind } }) => {
    if (CALLS[kind] === undefined) return []
    const isPair = kind === 'pairwise'
    return outputs
      .filter(({ variant }) => !isPair || variant !== variants[0]?.key)
      .map(({ verdicts }) => verdicts[key] !== undefined)
  })
  return due.length === 0 ? undefined : { done: due.filter(Boolean).length, total: due.length }
}

/** The document of one judge call. Undefined for evaluators without a chat model. */
export function judgeDocument({ evaluator }: ComparisonEvaluator) {
  if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return undefined
  return structuredPromptDocument(evaluator, { name: 'verdict', schema: { type: 'object' } })
}

/** The models an evaluator calls. */
export function judgeModels(evaluator: ComparisonEvaluator['evaluator']): string[] {
  if (evaluator.kind === 'similarity') return evaluator.embedding ? [evaluator.embedding.model] : []
  return evaluator.kind === 'judge' || evaluator.kind === 'pairwise' ? [evaluator.model.name] : []
}

type Place = Pick<Cell, 'variant' | 'case' | 'repeat'> & { status: Cell['status'] | 'missing' }

/** The cells a run includes, and those it executes. */
type CellSelectionResult = {
  /** Number of cells to execute, by variant key. */
  perVariant: ReadonlyMap<string, number>
  /** Of these, the cells that can be reused. */
  reusable: readonly ReusableCell[]
  /** Keys of the included cases. */
  cases: readonly string[]
  isNamed: (place: Place) => boolean
  runs: (place: Place) => boolean
  onlyFailed: boolean
}

type SelectionInput = {
  plan: ComparisonPlan
  grid: readonly Cell[]
  status: ComparisonStatus
  reusable: readonly ReusableCell[]
}

/**
 * Mirrors the server: finished cells run only on request, and queued cells are not queued twice.
 */
export function selectCells(
  { plan, grid, status, reusable: all }: SelectionInput,
  { only = {}, rerun = false }: RunRequest,
): CellSelectionResult {
  const variants = plan.variants.map(({ key }) => key).filter(isIn(only.variants))
  const cases = plan.cases.map(({ key }) => key).filter(isIn(only.cases))
  const repeats = Array.from({ length: plan.repeats }, (_, index) => index).filter(
    isIn(only.repeats),
  )
  const selectedKeys = {
    variants: new Set(variants),
    cases: new Set(cases),
    repeats: new Set(repeats),
  }
  const onlyFailed = only.failed === true

  const isNamed = (place: Place) =>
    selectedKeys.variants.has(place.variant) &&
    selectedKeys.cases.has(place.case) &&
    selectedKeys.repeats.has(place.repeat)
  const isWanted = ({ status: cellStatus }: Place) => {
    if (onlyFailed) return cellStatus === 'error'
    if (status === 'running' && (cellStatus === 'pending' || cellStatus === 'running')) return false
    return rerun || cellStatus !== 'success'
  }
  const runs = (place: Place) => isNamed(place) && isWanted(place)

  const cellsByVariant = Map.groupBy(grid.filter(isNamed), ({ variant }) => variant)
  const perColumn = cases.length * repeats.length
  const countCells = (variant: string) => {
    const cells = cellsByVariant.get(variant) ?? []
    const missing = onlyFailed ? 0 : Math.max(0, perColumn - cells.length)
    return missing + cells.filter(isWanted).length
  }
  const perVariant = new Map(variants.map((key) => [key, countCells(key)]))
  const statuses = new Map(grid.map((cell) => [placeKey(cell), cell.status]))
  const reusableCells = all.filter((reusableCell) => {
    const cellStatus = statuses.get(placeKey(reusableCell)) ?? 'missing'
    const isRerun =
      rerun && (cellStatus === 'error' || cellStatus === 'stopped' || cellStatus === 'success')
    return runs({ ...reusableCell, status: cellStatus }) && !isRerun
  })
  return { perVariant, reusable: reusableCells, cases, isNamed, runs, onlyFailed }
}

const isIn =
  <T>(selectedItems: readonly T[] | undefined) =>
  (item: T): boolean =>
    selectedItems?.includes(item) ?? true

const placeKey = ({ variant, case: caseKey, repeat }: Omit<Place, 'status'>) =>
  `${variant} ${caseKey} ${repeat}`
