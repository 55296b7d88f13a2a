import type { Facets } from '@lathe/contract'
import { METADATA } from '@lathe/traces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isMetadata, isOfKey, labelOf } from '../../store/metadata-labels.ts'
import { run } from './select-ids.ts'

const KEYS = 24
const VALUES = 20

type MetadataFacet = Facets['metadata'][number]

/** Counts metadata values of the traces, for all keys or for `only`. */
export async function countMetadata(
  db: Db,
  workspaceId: string,
  ids: RawBuilder<unknown>,
  only?: string,
): Promise<MetadataFacet[]> {
  const rows = await run(db.analytics, metadataCounts(workspaceId, ids, only))
  const facets = new Map<string, MetadataFacet>()
  for (const { key: label, value, count, of_key } of rows) {
    const key = label.slice(METADATA.length)
    const facet = facets.get(key) ?? { key, count: of_key, values: [] }
    facet.values.push({ value, count })
    facets.set(key, facet)
  }
  return [...facets.values()].slice(0, KEYS)
}

type Row = { key: string; value: string; count: number; of_key: number }

export function metadataCounts(
  workspaceId: string,
  ids: RawBuilder<unknown>,
  only?: string,
): RawBuilder<Row> {
  const which = only === undefined ? isMetadata('label.key') : isOfKey('label.key', labelOf(only))
  return sql<Row>`
    select key, value, count, of_key from (
      select key, value, count,
        cast(sum(count) over (partition by key) as bigint) as of_key,
        row_number() over (partition by key order by count desc, value) as place
      from (
        select label.key as key, label.value as value, count(*) as count
        from (${ids}) as matched cross join trace_labels as label
        where label.workspace_id = ${workspaceId} and label.trace_id = matched.id and ${which}
        group by label.key, label.value
      ) as counted
    ) as placed where place <= ${sql.lit(VALUES)} order by of_key desc, key, place
    limit ${sql.lit(KEYS * VALUES)}`
}
