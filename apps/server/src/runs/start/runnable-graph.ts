import type { GraphDocument, RunVersion } from '@lathe/contract'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { withPrompts } from '../../agents/registry-prompts.ts'

export type RunnableGraph = {
  agentId: string
  /** Null for the draft. */
  version: number | null
  hash: string
  document: GraphDocument
  /** Whether the agent limits its concurrent runs. Absent if unknown. */
  isLimited?: boolean
}

/** Versions never change, so they are read and parsed once. */
const versions = new LRUCache<string, Pick<RunnableGraph, 'hash' | 'document'>>({ max: 200 })

type Named = { workspaceId: string; agent: string }

const oneAgent = prepared((db, slot: Slots<Named>) => {
  const living = db
    .selectFrom('agents')
    .where('workspace_id', '=', slot('workspaceId'))
    .where('deleted_at', 'is', null)
  // Two queries, because a condition with `or` would scan all agents of the workspace.
  const byId = living.select('id').where('id', '=', slot('agent'))
  const bySlug = living.select('id').where('slug', '=', slot('agent'))
  return db
    .selectFrom('agents')
    .select(['id', 'published_version', 'concurrency'])
    .where('id', '=', (eb) => eb.fn.coalesce(byId, bySlug))
})

/** Finds the graph that an agent, by id or slug, runs now. */
export async function findRunnable(
  db: Queries,
  workspaceId: string,
  agent: string,
  version: RunVersion,
): Promise<RunnableGraph | 'no-agent' | 'no-version'> {
  const agentRow = await oneAgent.first(db, { workspaceId, agent })
  if (!agentRow) return 'no-agent'
  const isLimited = agentRow.concurrency !== null
  if (version === 'draft') {
    const draft = await readDraft(db, agentRow.id)
    return { ...draft, ...(await withPrompts(db, workspaceId, draft)), isLimited }
  }
  const number = version === 'published' ? agentRow.published_version : version
  if (number === null) return 'no-version'
  const graph = await readVersion(db, agentRow.id, number)
  if (!graph) return 'no-version'
  const withMessages = await withPrompts(db, workspaceId, graph)
  return { agentId: agentRow.id, version: number, ...withMessages, isLimited }
}

export async function isAgentLimited(db: Queries, agentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('concurrency')
    .where('id', '=', agentId)
    .executeTakeFirst()
  return row !== undefined && row.concurrency !== null
}

async function readDraft(db: Queries, agentId: string): Promise<RunnableGraph> {
  const row = await db
    .selectFrom('agents')
    .select(['draft_hash', 'draft_document'])
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow()
  return { agentId, version: null, hash: row.draft_hash, document: fromJson(row.draft_document) }
}

async function readVersion(db: Queries, agentId: string, number: number) {
  const key = `${agentId} ${number}`
  const knownGraph = versions.get(key)
  if (knownGraph) return knownGraph
  const row = await db
    .selectFrom('agent_versions')
    .select(['hash', 'document'])
    .where('agent_id', '=', agentId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return undefined
  const graph = { hash: row.hash, document: fromJson(row.document) }
  versions.set(key, graph)
  return graph
}
