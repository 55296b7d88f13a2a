import { hash } from 'node:crypto'
import type { ComparisonPlan } from '@lathe/contract'
import { orderedJson } from '@lathe/graph'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { restorePreviousResults } from '../runner/cell-transitions.store.ts'

/** Plan keys cannot contain this character. */
const SEPARATOR = '@'

/** Matches the keys of parked cells. */
export const PARKED_KEY_PATTERN = `%${SEPARATOR}%`

const QUERY_BATCH_SIZE = 500

type Axis = 'variant' | 'case_key'
/** Content fingerprints by plan key. */
type Contents = ReadonlyMap<string, string>

/**
 * Parks the cells of removed or changed variants and cases under a key that identifies their
 * content, so that undoing the change restores them. Cells that never ran are deleted, unless they
 * have a previous result.
 */
export async function parkCells(
  db: Queries,
  comparisonId: string,
  before: ComparisonPlan,
  after: ComparisonPlan,
): Promise<void> {
  const variantMoves = keyMoves(variantContents(before), variantContents(after))
  await moveCells(db, comparisonId, 'variant', variantMoves)
  await moveCells(db, comparisonId, 'case_key', keyMoves(caseContents(before), caseContents(after)))
}

const variantContents = ({ variants }: ComparisonPlan): Contents =>
  new Map(variants.map(({ key, base }) => [key, digest(base)]))
const caseContents = ({ cases }: ComparisonPlan): Contents =>
  new Map(cases.map(({ key, input }) => [key, digest(input)]))

const digest = (value: unknown) => hash('sha256', orderedJson(value), 'hex').slice(0, 16)

/** Park first, so that restored cells find their keys free. */
function keyMoves(before: Contents, after: Contents): Map<string, string>[] {
  const difference = (left: Contents, right: Contents) =>
    [...left].filter(([key, content]) => right.get(key) !== content)
  const parkedKey = ([key, content]: [string, string]) => `${key}${SEPARATOR}${content}`
  return [
    new Map(difference(before, after).map((entry) => [entry[0], parkedKey(entry)])),
    new Map(difference(after, before).map((entry) => [parkedKey(entry), entry[0]])),
  ]
}

async function moveCells(
  db: Queries,
  comparisonId: string,
  axis: Axis,
  moves: readonly Map<string, string>[],
): Promise<void> {
  if (moves.every(({ size }) => size === 0)) return
  const cells = await db
    .selectFrom('comparison_cells')
    .select(['id', 'status', 'former', axis])
    .where('comparison_id', '=', comparisonId)
    .execute()
  const affected = cells.filter((cell) => moves.some((keys) => keys.has(cell[axis])))
  const withoutPrevious = await restorePreviousResults(db, affected)
  const emptyIds = new Set(
    withoutPrevious.filter(({ status }) => status === 'pending').map(({ id }) => id),
  )
  await atomic(
    db,
    moves.flatMap((keys) => {
      const movedCells = cells.filter((cell) => keys.has(cell[axis]))
      const [empty, started] = partition(movedCells, ({ id }) => emptyIds.has(id))
      const startedByKey = Map.groupBy(started, (cell) => keys.get(cell[axis]) ?? '')
      return [
        ...idBatches(empty).map((ids) => db.deleteFrom('comparison_cells').where('id', 'in', ids)),
        ...[...startedByKey].flatMap(([key, group]) =>
          idBatches(group).map((ids) =>
            db
              .updateTable('comparison_cells')
              .set({ [axis]: key })
              .where('id', 'in', ids),
          ),
        ),
      ]
    }),
  )
}

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))]
}

function idBatches(cells: readonly { id: string }[]): string[][] {
  const count = Math.ceil(cells.length / QUERY_BATCH_SIZE)
  return Array.from({ length: count }, (_, index) =>
    cells.slice(index * QUERY_BATCH_SIZE, (index + 1) * QUERY_BATCH_SIZE).map(({ id }) => id),
  )
}
