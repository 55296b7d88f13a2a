import type { CellSelection, ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import {
  type CellPlace,
  type CellRow,
  forgetWaiting,
  insertCells,
  listCells,
  resetCells,
  resetWaiting,
} from './cells.store.ts'
import { isRepeatAsked, narrowed } from './selection.ts'
import { tapeFor, type Tapes, tapesOf } from './tapes.ts'
import { cellFingerprint, type VariantGraph } from './variant-graphs.ts'

type Issue = { path: string; message: string }

/** What keeps a plan from running, besides its graphs. */
export async function planProblems({ variants, cases, checks }: ComparisonPlan): Promise<Issue[]> {
  const { evaluatorProblem } = await import('@lathe/evaluators')
  return [
    ...(variants.length === 0 ? [{ path: 'variants', message: 'there is nothing to run' }] : []),
    ...(cases.length === 0 ? [{ path: 'cases', message: 'there is nothing to run it on' }] : []),
    ...checks.flatMap(({ evaluator }, index) => {
      const message = evaluatorProblem(evaluator)
      return message === undefined ? [] : [{ path: `checks.${index}.evaluator`, message }]
    }),
  ]
}

export type Asked = {
  only: CellSelection
  /** Also what has run. */
  again: boolean
}

/** What waits or runs while it is under way was asked for earlier, and goes on. */
type AskedNow = Asked & { isUnderWay: boolean }

/**
 * Makes the cells that are missing, and those anew that are something else by now or were asked for again. What
 * waits besides is not begun unless it is under way. False when nothing of what was asked for has failed.
 */
export async function prepareCells(
  db: Queries,
  workspaceId: string,
  id: string,
  { plan, graphs }: { plan: ComparisonPlan; graphs: ReadonlyMap<string, VariantGraph> },
  { only, again, isUnderWay }: AskedNow,
): Promise<boolean> {
  const planned = plannedPlaces(narrowed(plan, only), graphs, await tapesOf(db, workspaceId, plan))
  const places = new Map(
    planned.filter(isRepeatAsked(only)).map((place) => [placeKey(place), place]),
  )
  if (!only.failed) await insertCells(db, workspaceId, id, [...places.values()])
  const cells = await listCells(db, workspaceId, id)
  const wanted = cells.flatMap((cell) => {
    const place = places.get(placeKey(cell))
    const isMeant = place !== undefined && (!only.failed || cell.status === 'error')
    return isMeant ? [{ ...cell, next: place.fingerprint }] : []
  })
  if (only.failed && wanted.length === 0) return false
  const anew = wanted.flatMap(({ id: cell, status, fingerprint, next }) =>
    again || fingerprint !== next || status === 'error' || status === 'stopped'
      ? [{ id: cell, fingerprint: next }]
      : [],
  )
  if (isUnderWay) {
    await resetWaiting(db, anew)
    return true
  }
  await resetCells(db, anew)
  const ids = new Set(wanted.map((cell) => cell.id))
  await forgetWaiting(
    db,
    cells.filter((cell) => !ids.has(cell.id)),
  )
  return true
}

function plannedPlaces(
  { variants, cases, repeats }: ComparisonPlan,
  graphs: ReadonlyMap<string, VariantGraph>,
  tapes: Tapes,
): CellPlace[] {
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

const placeKey = ({
  variant,
  case_key: row,
  repeat,
}: Pick<CellRow, 'variant' | 'case_key' | 'repeat'>) => `${variant} ${row} ${repeat}`
