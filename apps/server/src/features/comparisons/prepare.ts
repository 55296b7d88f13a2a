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

/** What there is of the cells that are asked for. */
export type Found = {
  /** Places that have no cell yet. */
  missing: CellPlace[]
  /** Those that are there. */
  wanted: CellRow[]
  /** Of these: something else by now, without an output, or asked for again. */
  anew: Pick<CellRow, 'id' | 'fingerprint' | 'is_anew'>[]
  others: CellRow[]
}

export async function findAsked(
  db: Queries,
  workspaceId: string,
  id: string,
  { plan, graphs }: { plan: ComparisonPlan; graphs: ReadonlyMap<string, VariantGraph> },
  { only, again }: Asked,
): Promise<Found> {
  const planned = plannedPlaces(narrowed(plan, only), graphs, await tapesOf(db, workspaceId, plan))
  const isAnew = again ? 1 : 0
  const missing = new Map(
    planned
      .filter(isRepeatAsked(only))
      .map((place) => [placeKey(place), { ...place, is_anew: isAnew }]),
  )
  const found: Found = { missing: [], wanted: [], anew: [], others: [] }
  for (const cell of await listCells(db, workspaceId, id)) {
    const place = missing.get(placeKey(cell))
    missing.delete(placeKey(cell))
    if (!place || (only.failed && cell.status !== 'error')) {
      found.others.push(cell)
      continue
    }
    found.wanted.push(cell)
    const { fingerprint } = place
    const isEmpty = cell.status === 'error' || cell.status === 'stopped'
    if (again || isEmpty || fingerprint !== cell.fingerprint)
      found.anew.push({ id: cell.id, fingerprint, is_anew: isAnew })
  }
  return { ...found, missing: only.failed ? [] : [...missing.values()] }
}

/** What waits or runs while it is under way was asked for earlier, and goes on; else nothing is begun but what is asked for. */
export async function prepareCells(
  db: Queries,
  workspaceId: string,
  id: string,
  { missing, anew, others }: Found,
  { isUnderWay }: { isUnderWay: boolean },
): Promise<void> {
  await insertCells(db, workspaceId, id, missing)
  if (isUnderWay) {
    await resetWaiting(db, anew)
  } else {
    await resetCells(db, anew)
    await forgetWaiting(db, others)
  }
}

function plannedPlaces(
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

const placeKey = ({
  variant,
  case_key: row,
  repeat,
}: Pick<CellRow, 'variant' | 'case_key' | 'repeat'>) => `${variant} ${row} ${repeat}`
