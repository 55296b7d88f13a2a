import { METADATA } from '@lathe/traces'
import type { Queries } from '../../platform/db/db.ts'
import { isMetadata } from '../store/metadata-labels.ts'

/** Returns the metadata labels of each trace's root. */
export async function readRootMetadata(
  db: Queries,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const rows = await db
    .selectFrom('trace_labels')
    .select(['trace_id', 'key', 'value'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', traceIds)
    .where(isMetadata('key'))
    .execute()
  const metadataByTrace = new Map<string, Record<string, string>>()
  for (const [id, labels] of Map.groupBy(rows, (row) => row.trace_id))
    metadataByTrace.set(
      id,
      Object.fromEntries(labels.map(({ key, value }) => [key.slice(METADATA.length), value])),
    )
  return metadataByTrace
}
