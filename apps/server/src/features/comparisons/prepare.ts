import type { ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { type CellPlace, type CellRow, insertCells, listCells, resetCells } from './cells.store.ts'
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

/** Makes the cells that are missing, and those anew that are something else by now or were asked for again. */
export async function prepareCells(
  db: Queries,
  workspaceId: string,
  id: string,
  { plan, graphs }: { plan: ComparisonPlan; graphs: ReadonlyMap<string, VariantGraph> },
  again: readonly string[],
): Promise<void> {
  const places = plannedPlaces(plan, graphs, await tapesOf(db, workspaceId, plan))
  await insertCells(db, workspaceId, id, places)
  const asked = new Set(again)
  const wanted = new Map(places.map((place) => [placeKey(place), place]))
  const cells = await listCells(db, workspaceId, id)
  const anew = cells.flatMap((cell) => {
    const place = wanted.get(placeKey(cell))
    if (!place) return []
    const isOther = cell.fingerprint !== place.fingerprint
    const isAsked = asked.has(cell.id) || cell.status === 'error' || cell.status === 'stopped'
    return isOther || isAsked ? [{ id: cell.id, fingerprint: place.fingerprint }] : []
  })
  await resetCells(db, anew)
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
