import type {
  CalledAgents,
  GraphDocument,
  JsonObject,
  RunBudget,
  RunStatus,
  RunOptions,
} from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { readGraph } from '../../agents/read-graph.ts'
import { withDocuments } from '../../agents/resolve-agent-calls.ts'

/** A run whose trace can be replayed, with its graph. */
export type Recorded = {
  id: string
  agentId: string
  threadId: string
  version: number | null
  status: RunStatus
  /** Whether its last recorded data may still be in flight after a cancel. */
  isHeld: boolean
  title: string
  seed: number
  /** Null for a run that continued an earlier checkpoint. */
  input: JsonObject | null
  budget: RunBudget
  options: RunOptions
  graph: { hash: string; document: GraphDocument }
  calledAgents: CalledAgents
}

export async function findRecorded(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<Recorded | undefined> {
  const row = await db
    .selectFrom('runs as r')
    .innerJoin('graphs as g', (join) =>
      join.onRef('g.hash', '=', 'r.graph_hash').onRef('g.workspace_id', '=', 'r.workspace_id'),
    )
    .select(['r.agent_id', 'r.thread_id', 'r.version', 'r.status', 'r.title', 'r.seed'])
    .select([
      'r.input',
      'r.budget',
      'r.options',
      'r.called_agents',
      'r.lease_owner',
      'g.hash',
      'g.document',
    ])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const readDocument = (hash: string) => readGraph(db, workspaceId, hash)
  return {
    id,
    agentId: row.agent_id,
    threadId: row.thread_id,
    version: row.version,
    status: row.status,
    isHeld: row.lease_owner !== null,
    title: row.title,
    seed: row.seed,
    // The cast holds: it was checked against the input channels when the run was started.
    input: fromJson(row.input) as JsonObject | null,
    budget: fromJson(row.budget),
    options: fromJsonOrNull(row.options) ?? {},
    graph: { hash: row.hash, document: fromJson(row.document) },
    calledAgents: await withDocuments(fromJson(row.called_agents), readDocument),
  }
}
