import { type LiveThreads, reducerState } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'

/** Threads to check, last used first: older ones are seldom continued. */
const MOST_THREADS = 10_000
const MOST_GRAPHS = 50

/** Counts threads that may continue, by the graph of their newest run, most first. */
export async function listLiveThreads(
  db: Db,
  workspaceId: string,
  agentId: string,
): Promise<LiveThreads[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('threads')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .orderBy('updated_at', 'desc')
        .limit(MOST_THREADS)
        .as('t'),
    )
    .innerJoin('runs as r', (join) =>
      join.on('r.id', '=', (eb) =>
        eb
          .selectFrom('runs as n')
          .select(({ fn }) => fn.max('n.id').as('id'))
          .where('n.workspace_id', '=', workspaceId)
          .whereRef('n.thread_id', '=', 't.id')
          .where('n.only_node', 'is', null),
      ),
    )
    .innerJoin('graphs as g', (join) =>
      join.on('g.workspace_id', '=', workspaceId).onRef('g.hash', '=', 'r.graph_hash'),
    )
    .select(({ fn }) => ['r.graph_hash', fn.max('r.version').as('version')])
    .select(({ fn }) => fn.countAll<number>().as('threads'))
    .groupBy('r.graph_hash')
    .orderBy('threads', 'desc')
    .limit(MOST_GRAPHS)
    .execute()
  if (rows.length === 0) return []

  const graphs = await db
    .selectFrom('graphs')
    .select(['hash', 'document'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'hash',
      'in',
      rows.map(({ graph_hash }) => graph_hash),
    )
    .execute()
  const documents = new Map(graphs.map(({ hash, document }) => [hash, document]))
  return rows.flatMap(({ graph_hash, version, threads }) => {
    const document = documents.get(graph_hash)
    if (!document) return []
    const { state } = fromJson(document)
    return [{ version, threads, state: reducerState(state) }]
  })
}
