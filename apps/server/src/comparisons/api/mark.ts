import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { nextChange } from '../runner/cells.store.ts'
import type { ComparisonRow } from './comparisons.store.ts'

/** What somebody has read of a comparison. */
export type Mark = {
  /** Names the cells there could be: with another revision, or begun anew, some may be gone. */
  cells: string
  status: string
  /** They have seen what was changed before. */
  next: number
}

/** To be asked for before the cells are read. */
export const markOf = async (db: Queries, row: ComparisonRow): Promise<Mark> => ({
  cells: `${row.revision}-${fromJson(row.asked)[0]?.at ?? 0}`,
  status: row.status,
  next: await nextChange(db, row.id),
})

export const markText = ({ cells, status, next }: Mark): string => `${cells}.${status}.${next}`

/** Undefined where it was not made here. */
export function readMark(text: string): Mark | undefined {
  const [cells, status, next] = text.split('.')
  if (!cells || !status || !/^\d{1,15}$/.test(next ?? '')) return undefined
  return { cells, status, next: Number(next) }
}
