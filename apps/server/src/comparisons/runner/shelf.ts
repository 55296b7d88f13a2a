import { hash } from 'node:crypto'
import type { ComparisonPlan } from '@lathe/contract'
import { orderedJson } from '@lathe/graph'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import type { CellRow } from './cells.store.ts'

/** Plan keys cannot contain this character. */
const MARK = '@'
const AT_ONCE = 500

type Axis = 'variant' | 'case_key'
/** Content fingerprints by plan key. */
type Contents = ReadonlyMap<string, string>

const columnsOf = ({ variants }: ComparisonPlan): Contents =>
  new Map(variants.map(({ key, base }) => [key, digest(base)]))
const rowsOf = ({ cases }: ComparisonPlan): Contents =>
  new Map(cases.map(({ key, input }) => [key, digest(input)]))

const digest = (value: unknown) => hash('sha256', orderedJson(value), 'hex').slice(0, 16)

/** Matches the keys of parked cells. */
export const ON_SHELF = `%${MARK}%`

/**
 * Parks the cells of removed or changed variants and cases under a key that identifies their
 * content, so that undoing the change restores them. Cells that never ran are deleted, unless they
 * have a previous result.
 */
export async function shelveCells(
  db: Queries,
  comparisonId: string,
  before: ComparisonPlan,
  after: ComparisonPlan,
): Promise<void> {
  await move(db, comparisonId, 'variant', keyMoves(columnsOf(before), columnsOf(after)))
  await move(db, comparisonId, 'case_key', keyMoves(rowsOf(before), rowsOf(after)))
}

/** Park first, so that restored cells find their keys free. */
function keyMoves(before: Contents, after: Contents): Map<string, string>[] {
  const isOther = (one: Contents, other: Contents) =>
    [...one].filter(([key, content]) => other.get(key) !== content)
  const shelfKey = ([key, content]: [string, string]) => `${key}${MARK}${content}`
  return [
    new Map(isOther(before, after).map((one) => [one[0], shelfKey(one)])),
    new Map(isOther(after, before).map((one) => [shelfKey(one), one[0]])),
  ]
}

async function move(
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
  const empty = await giveBackFormer(
    db,
    cells.filter((cell) => moves.some((keys) => keys.has(cell[axis]))),
  )
  const waiting = new Set(empty.filter(({ status }) => status === 'pending').map(({ id }) => id))
  const ids = (some: typeof cells) => some.map(({ id }) => id)
  await atomic(
    db,
    moves.flatMap((keys) => {
      const moved = cells.filter((cell) => keys.has(cell[axis]))
      const idle = moved.filter(({ id }) => waiting.has(id))
      const begun = Map.groupBy(
        moved.filter(({ id }) => !waiting.has(id)),
        (cell) => keys.get(cell[axis]) ?? '',
      )
      return [
        ...chunks(ids(idle)).map((some) =>
          db.deleteFrom('comparison_cells').where('id', 'in', some),
        ),
        ...[...begun].flatMap(([key, group]) =>
          chunks(ids(group)).map((some) =>
            db
              .updateTable('comparison_cells')
              .set({ [axis]: key })
              .where('id', 'in', some),
          ),
        ),
      ]
    }),
  )
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / AT_ONCE)
  return Array.from({ length: count }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}

/** The previous result that a cell shows until its rerun finishes. */
export const formerOf = (cell: CellRow): CellRow['former'] => {
  const { status, run_id, batch_id, is_reused, result } = cell
  if ((status !== 'success' && status !== 'error') || result === null) return null
  return toJson({ status, run_id, batch_id, is_reused, result })
}

/** Restores previous results of cells that are still queued and returns the others. */
export async function giveBackFormer<T extends Pick<CellRow, 'id' | 'status' | 'former'>>(
  db: Queries,
  cells: readonly T[],
): Promise<T[]> {
  const others: T[] = []
  const given = cells.flatMap((cell) => {
    const former = cell.status === 'pending' ? fromJsonOrNull(cell.former) : null
    if (former) return [{ id: cell.id, former }]
    others.push(cell)
    return []
  })
  await atomic(
    db,
    given.map(({ id, former: { status, run_id, batch_id, is_reused, result } }) =>
      db
        .updateTable('comparison_cells')
        .set({ status, run_id, batch_id, is_reused, result, former: null, is_anew: 0 })
        .where('id', '=', id)
        .where('status', '=', 'pending'),
    ),
  )
  return others
}
