import type { CellSelection, ComparisonPlan, Evaluator } from '@lathe/contract'
import { invalidInputs } from '../../platform/http/errors.ts'
import type { Queries } from '../../platform/db/db.ts'
import {
  type Anew,
  type CellPlace,
  type CellRow,
  forgetWaiting,
  insertCells,
  listCells,
  resetCells,
} from '../runner/cells.store.ts'
import { formerOf } from '../runner/shelf.ts'
import { isRepeatAsked, narrowed } from '../api/selection.ts'
import { tapeFor, type Tapes, tapesOf } from '../runner/tapes.ts'
import { cellFingerprint, type VariantGraph } from './variant-graphs.ts'

type Issue = { path: string; message: string }

/** Returns the problems that keep a plan from running, except those of its graphs. */
export async function planProblems({ variants, cases, checks }: ComparisonPlan): Promise<Issue[]> {
  const { evaluatorProblem } = await import('@lathe/evaluators')
  return [
    ...(variants.length === 0 ? [{ path: 'variants', message: 'add at least one variant' }] : []),
    ...(cases.length === 0 ? [{ path: 'cases', message: 'add at least one case' }] : []),
    ...checks.flatMap(({ evaluator }, index) => {
      const message = evaluatorProblem(evaluator)
      return message === undefined ? [] : [{ path: `checks.${index}.evaluator`, message }]
    }),
  ]
}

/**
 * Refuses patterns that cannot be used. A plan that was stored with such a pattern can still be edited, so the patterns
 * that it had before are accepted.
 */
export async function refusePatterns(plan: ComparisonPlan, before?: ComparisonPlan): Promise<void> {
  const { evaluatorProblem } = await import('@lathe/evaluators')
  const patterns = new Set(before?.checks.map(({ evaluator }) => patternIn(evaluator)))
  const issues = plan.checks.flatMap(({ evaluator }, index) => {
    const pattern = patternIn(evaluator)
    const message = pattern === undefined ? undefined : evaluatorProblem(evaluator)
    return message === undefined || patterns.has(pattern)
      ? []
      : [{ path: `plan.checks.${index}.evaluator.pattern`, message }]
  })
  if (issues.length > 0) throw invalidInputs(issues)
}

const patternIn = (evaluator: Evaluator): string | undefined =>
  evaluator.kind === 'regex' ? evaluator.pattern : undefined

export type Asked = {
  only: CellSelection
  /** Also run finished cells. */
  again: boolean
}

type Planned = { plan: ComparisonPlan; graphs: ReadonlyMap<string, VariantGraph> }

/** The state of the selected cells. */
export type Found = {
  /** Planned cells without a row. */
  missing: CellPlace[]
  wanted: CellRow[]
  /** Finished cells to rerun, and cells without an output. */
  again: Anew[]
  /** Cells whose fingerprint has changed. */
  changed: (Anew & Pick<CellRow, 'run_id'>)[]
  others: CellRow[]
}

export async function findAsked(
  db: Queries,
  workspaceId: string,
  id: string,
  { plan, graphs }: Planned,
  { only, again }: Asked,
): Promise<Found> {
  const planned = plannedPlaces(narrowed(plan, only), graphs, await tapesOf(db, workspaceId, plan))
  const missing = new Map(
    planned.filter(isRepeatAsked(only)).map((place) => [placeKey(place), { ...place, is_anew: 0 }]),
  )
  const found: Found = { missing: [], wanted: [], again: [], changed: [], others: [] }
  for (const cell of await listCells(db, workspaceId, id)) {
    const place = missing.get(placeKey(cell))
    missing.delete(placeKey(cell))
    if (!place || (only.failed && cell.status !== 'error')) {
      found.others.push(cell)
      continue
    }
    found.wanted.push(cell)
    const { id: own, status, run_id } = cell
    const isEmpty = status === 'error' || status === 'stopped'
    const hasEnded = isEmpty || status === 'success'
    // A running cell is already fresh. A cell that never ran may take an earlier result.
    const anew = { id: own, fingerprint: place.fingerprint, is_anew: again && hasEnded ? 1 : 0 }
    if (cell.fingerprint !== place.fingerprint) {
      found.changed.push({ ...anew, run_id, former: null })
    } else if (isEmpty || (again && hasEnded)) {
      found.again.push({ ...anew, former: formerOf(cell) })
    }
  }
  return { ...found, missing: only.failed ? [] : [...missing.values()] }
}

/**
 * Creates and resets the selected cells. While the comparison runs, keeps its queued cells;
 * otherwise drops them.
 */
export async function prepareCells(
  db: Queries,
  workspaceId: string,
  id: string,
  { missing, again, changed, others }: Found,
  { isUnderWay }: { isUnderWay: boolean },
): Promise<void> {
  await insertCells(db, workspaceId, id, missing)
  await resetCells(db, [...again, ...changed])
  if (!isUnderWay) await forgetWaiting(db, others)
}

/**
 * Returns the cells with pending ones updated to the current graphs: a draft may have been edited
 * since they were queued.
 */
export async function asPlanned(
  db: Queries,
  cells: readonly CellRow[],
  { plan, graphs, tapes }: Planned & { tapes: Tapes },
): Promise<CellRow[]> {
  if (!cells.some(({ status }) => status === 'pending')) return [...cells]
  const planned = new Map(
    plannedPlaces(plan, graphs, tapes).map((place) => [placeKey(place), place.fingerprint]),
  )
  const changed: CellRow[] = []
  const current = cells.map((cell) => {
    const fingerprint = planned.get(placeKey(cell)) ?? cell.fingerprint
    if (cell.status !== 'pending' || fingerprint === cell.fingerprint) return cell
    const other = { ...cell, fingerprint, former: null }
    changed.push(other)
    return other
  })
  await resetCells(db, changed)
  return current
}

export function plannedPlaces(
  { variants, cases, repeats }: ComparisonPlan,
  graphs: ReadonlyMap<string, VariantGraph>,
  tapes: Tapes,
): Omit<CellPlace, 'is_anew'>[] {
  return variants.flatMap(({ key: variant }) => {
    const graph = graphs.get(variant)
    if (!graph) return []
    return cases.flatMap(({ key, input }) => {
      const tape = tapeFor(tapes, { key }, graph)?.traceId
      return Array.from({ length: repeats }, (_, repeat) => ({
        variant,
        case_key: key,
        repeat,
        fingerprint: cellFingerprint(graph, input, { repeat, tape }),
      }))
    })
  })
}

export const placeKey = ({
  variant,
  case_key: row,
  repeat,
}: Pick<CellRow, 'variant' | 'case_key' | 'repeat'>) => `${variant} ${row} ${repeat}`
