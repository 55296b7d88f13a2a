import type { FilterTerm } from '@lathe/traces'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { labelValue } from '../../store/labels.ts'
import { isLabelTerm, matchesAny, type IdsTerm, toLabelKey } from './conditions.ts'

/** Up to this many, looking up by label beats scanning the newest traces. */
const MAX_RARE_TRACES = 1_000

/**
 * Returns the traces with a requested label if they are few. Undefined if they are many or no index
 * finds them.
 */
export async function findRareLabelTraces(
  db: Db,
  workspaceId: string,
  term: FilterTerm,
): Promise<IdsTerm | undefined> {
  if (!isLabelTerm(term) || term.isNegated) return undefined
  const values = term.values.map((value) => ({ ...value, text: labelValue(value.text) }))
  let labels = db
    .selectFrom('trace_labels')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', toLabelKey(term))
  const isExact = values.every(({ isPattern }) => !isPattern)
  if (isExact) {
    const texts = values.map(({ text }) => text)
    labels = labels.where('value', 'in', texts)
  }
  // Counts in the database: transferring many ids takes longer than finding them.
  const limited = db.selectFrom(
    labels
      .select('trace_id')
      .limit(MAX_RARE_TRACES + 1)
      .as('some'),
  )
  const { count } = await limited
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > MAX_RARE_TRACES) return undefined
  const labelled = labels.select('trace_id')
  const rows = await (
    isExact ? labelled : labelled.where(matchesAny(db, sql.ref('value'), values))
  ).execute()
  const ids = [...new Set(rows.map((row) => row.trace_id))]
  return { type: 'ids', column: 'id', ids, isNegated: false }
}
