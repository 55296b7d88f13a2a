import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { nextChange } from '../runner/cells.store.ts'
import type { ComparisonRow } from './comparisons.store.ts'

/** The state of a comparison at the time of a read. */
export type Mark = {
  /** Identifies the set of cells. A new revision or a rerun may have removed cells. */
  cells: string
  status: string
  /** Changes numbered below this have been read. */
  next: number
}

/** Read this before the cells. */
export const markOf = async (db: Queries, row: ComparisonRow): Promise<Mark> => ({
  cells: `${row.revision}-${fromJson(row.asked)[0]?.at ?? 0}`,
  status: row.status,
  next: await nextChange(db, row.id),
})

export const markText = ({ cells, status, next }: Mark): string => `${cells}.${status}.${next}`

/** Returns undefined if the cursor is malformed. */
export function readMark(text: string): Mark | undefined {
  const [cells, status, next] = text.split('.')
  if (!cells || !status || !/^\d{1,15}$/.test(next ?? '')) return undefined
  return { cells, status, next: Number(next) }
}
