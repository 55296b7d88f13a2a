import type { Agent, GraphDocument, RunStatus } from '@lathe/contract'
import { hashDocument, isChatGraph } from '@lathe/graph'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { atomic } from '../platform/db/atomic.ts'
import type { Db, Queries } from '../platform/db/db.ts'
import { toJson } from '../platform/db/json.ts'
import type { AgentsTable } from '../platform/db/tables/agents.ts'
import { isUniqueViolation } from '../platform/db/unique-violation.ts'
import { now } from '../platform/time.ts'

type AgentRow = Pick<
  Selectable<AgentsTable>,
  | 'id'
  | 'slug'
  | 'name'
  | 'description'
  | 'template'
  | 'published_version'
  | 'created_at'
  | 'updated_at'
  | 'draft_hash'
  | 'draft_node_count'
  | 'concurrency'
  | 'draft_is_chat'
> & {
  published_is_chat: number | null
  latest_version: number | null
  latest_hash: string | null
  last_run_at: number | null
  last_run_status: RunStatus | null
}

/** Without documents, which lists do not need. */
const selectAgents = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('agents as a')
    .select([
      'a.id',
      'a.slug',
      'a.name',
      'a.description',
      'a.template',
      'a.published_version',
      'a.created_at',
      'a.updated_at',
      'a.draft_hash',
      'a.draft_node_count',
      'a.concurrency',
      'a.draft_is_chat',
    ])
    .select((eb) => [
      eb
        .selectFrom('agent_versions as v')
        .select('v.number')
        .whereRef('v.agent_id', '=', 'a.id')
        .orderBy('v.number', 'desc')
        .limit(1)
        .as('latest_version'),
      eb
        .selectFrom('agent_versions as v')
        .select('v.hash')
        .whereRef('v.agent_id', '=', 'a.id')
        .orderBy('v.number', 'desc')
        .limit(1)
        .as('latest_hash'),
      eb
        .selectFrom('agent_versions as v')
        .select('v.is_chat')
        .whereRef('v.agent_id', '=', 'a.id')
        .whereRef('v.number', '=', 'a.published_version')
        .as('published_is_chat'),
      eb
        .selectFrom('runs as r')
        .select('r.created_at')
        .where('r.workspace_id', '=', workspaceId)
        .whereRef('r.agent_id', '=', 'a.id')
        .where('r.only_node', 'is', null)
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('last_run_at'),
      eb
        .selectFrom('runs as r')
        .select('r.status')
        .where('r.workspace_id', '=', workspaceId)
        .whereRef('r.agent_id', '=', 'a.id')
        .where('r.only_node', 'is', null)
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('last_run_status'),
    ])
    .where('a.workspace_id', '=', workspaceId)

const toAgent = (row: AgentRow): Agent => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  template: row.template,
  publishedVersion: row.published_version,
  latestVersion: row.latest_version ?? 0,
  hasDraftChanges: row.draft_hash !== row.latest_hash,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  nodeCount: row.draft_node_count,
  isChat: (row.published_is_chat ?? row.draft_is_chat) === 1,
  lastRunAt: row.last_run_at,
  lastRunStatus: row.last_run_status,
  concurrency: row.concurrency,
})

/** Lists agents by name. `q`: text in name or slug. */
export async function listAgents(db: Db, workspaceId: string, q = ''): Promise<Agent[]> {
  const agents = selectAgents(db, workspaceId).where('a.deleted_at', 'is', null)
  const matching = agents.where((eb) =>
    eb.or([
      db.portable.matchesText(eb.ref('a.name'), q),
      db.portable.matchesText(eb.ref('a.slug'), q),
    ]),
  )
  const rows = await (q === '' ? agents : matching).orderBy('a.name').orderBy('a.id').execute()
  return rows.map(toAgent)
}

/** Finds an agent by slug or id. An id takes precedence over a slug that looks like one. */
export async function findAgent(
  db: Queries,
  workspaceId: string,
  agent: string,
): Promise<Agent | undefined> {
  const row = await selectAgents(db, workspaceId)
    .where('a.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('a.id', '=', agent), eb('a.slug', '=', agent)]))
    .orderBy(sql`case when a.id = ${agent} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst()
  return row && toAgent(row)
}

export type NewAgent = {
  slug: string
  name: string
  description: string
  template: string | null
  document: GraphDocument
}

/** Returns the id, or undefined if another agent has the slug. */
export async function insertAgent(
  db: Queries,
  workspaceId: string,
  { document, ...agent }: NewAgent,
): Promise<string | undefined> {
  const id = v7()
  const at = now()
  const hash = hashDocument(document)
  const text = toJson(document)
  const inserted = db.insertInto('agents').values({
    id,
    workspace_id: workspaceId,
    ...agent,
    published_version: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    draft_revision: 1,
    draft_hash: hash,
    draft_saved_at: at,
    draft_node_count: Object.keys(document.nodes).length,
    draft_is_chat: isChatGraph(document) ? 1 : 0,
    draft_document: text,
  })
  const revision = db
    .insertInto('draft_revisions')
    .values({ agent_id: id, revision: 1, hash, saved_at: at, document: text })
  try {
    await atomic(db, [inserted, revision])
    return id
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}
