import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { labelValue } from '../../../traces/store/labels.ts'
import { FULL, labelOf } from '../../../traces/store/metadata-labels.ts'
import { isUnread } from '../../../traces/store/read-old-metadata.ts'
import { metadataIn } from '../filter/metadata-in.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { Lead } from './read-stretch.ts'
import type { RunQuery } from './run-query.ts'

/** Of more it is quicker to read the newest. */
const MOST = 2_000

/** Traces whose roots have the metadata that a query asks of them, or may have it; undefined where that leads to nothing in particular. */
export async function tracesByMetadata(
  { db, workspaceId }: { db: Db; workspaceId: string },
  { filter, traceFilter, isRoot }: RunQuery,
): Promise<Lead | undefined> {
  const ofRoots = [traceFilter, isRoot === true ? filter : undefined]
  const [asked] = ofRoots.flatMap((text) => (text && metadataIn(parseFilter(text))) || [])
  if (!asked || asked.keys.length === 0 || (await isUnread(db, workspaceId))) return undefined
  const found = await db
    .selectFrom('trace_labels')
    .select('trace_id')
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', [...asked.keys.map(labelOf), FULL])
    .where('value', 'in', [labelValue(asked.value), ''])
    .limit(MOST + 1)
    .execute()
  if (found.length > MOST) return undefined
  const ids = [...new Set(found.map((row) => row.trace_id))]
  return db.portable.isAnyOf(sql.ref<string>('spans.trace_id'), ids)
}
