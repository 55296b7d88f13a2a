import type { NodeNames } from '@lathe/graph/compile'
import type { Queries } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'

/** Returns the node names of the runs' documents. Omits deleted runs. */
export async function findNodeNames(
  db: Queries,
  workspaceId: string,
  runIds: readonly (string | null)[],
): Promise<Map<string, NodeNames>> {
  const ids = [...new Set(runIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const [{ nodeNames }, runs] = await Promise.all([
    import('@lathe/graph/compile'),
    db
      .selectFrom('runs')
      .select(['id', 'graph_hash'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute(),
  ])
  const hashes = [...new Set(runs.map(({ graph_hash }) => graph_hash))]
  if (hashes.length === 0) return new Map()
  const graphs = await db
    .selectFrom('graphs')
    .select(['hash', 'document'])
    .where('workspace_id', '=', workspaceId)
    .where('hash', 'in', hashes)
    .execute()
  const byHash = new Map(graphs.map((row) => [row.hash, nodeNames(fromJson(row.document))]))
  return new Map(
    runs.flatMap(({ id, graph_hash }): [string, NodeNames][] => {
      const names = byHash.get(graph_hash)
      return names ? [[id, names]] : []
    }),
  )
}
