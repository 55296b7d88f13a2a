import type { Facets } from '@lathe/contract'
import { METADATA } from '@lathe/traces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isMetadata, isMetadataKey, metadataLabel } from '../../store/metadata-labels.ts'
import { queryRows } from './list-ids.ts'

const MAX_METADATA_KEYS = 24
const MAX_METADATA_VALUES = 20

type MetadataFacet = Facets['metadata'][number]

/** Counts metadata values of the traces, for all keys or for `only`. */
export async function countMetadata(
  db: Db,
  workspaceId: string,
  ids: RawBuilder<unknown>,
  onlyKey?: string,
): Promise<MetadataFacet[]> {
  const rows = await queryRows(db.analytics, metadataCounts(workspaceId, ids, onlyKey))
  const facets = new Map<string, MetadataFacet>()
  for (const { key: label, value, count, key_count } of rows) {
    const key = label.slice(METADATA.length)
    const facet = facets.get(key) ?? { key, count: key_count, values: [] }
    facet.values.push({ value, count })
    facets.set(key, facet)
  }
  return [...facets.values()].slice(0, MAX_METADATA_KEYS)
}

type MetadataRow = { key: string; value: string; count: number; key_count: number }

export function metadataCounts(
  workspaceId: string,
  ids: RawBuilder<unknown>,
  onlyKey?: string,
): RawBuilder<MetadataRow> {
  const isMatching =
    onlyKey === undefined
      ? isMetadata('label.key')
      : isMetadataKey('label.key', metadataLabel(onlyKey))
  return sql<MetadataRow>`
    select key, value, count, key_count from (
      select key, value, count,
        cast(sum(count) over (partition by key) as bigint) as key_count,
        row_number() over (partition by key order by count desc, value) as value_rank
      from (
        select label.key as key, label.value as value, count(*) as count
        from (${ids}) as matched cross join trace_labels as label
        where label.workspace_id = ${workspaceId} and label.trace_id = matched.id and ${isMatching}
        group by label.key, label.value
      ) as counted
    ) as ranked where value_rank <= ${sql.lit(MAX_METADATA_VALUES)} order by key_count desc, key, value_rank
    limit ${sql.lit(MAX_METADATA_KEYS * MAX_METADATA_VALUES)}`
}
