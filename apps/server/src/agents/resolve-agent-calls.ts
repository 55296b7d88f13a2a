import type {
  CalledAgent,
  AgentCall,
  CalledAgents,
  CallTarget,
  GraphDocument,
} from '@lathe/contract'
import { calledAgentKey, listCalledAgents } from '@lathe/graph'
import type { Queries } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'
import type { StoredCalledAgents } from '../platform/db/tables/runs.ts'
import { withPrompts } from './registry-prompts.ts'

/**
 * Returns the agents these call, directly and indirectly, in their current versions. Omits those
 * that cannot be called.
 */
export async function resolveAgentCalls(
  db: Queries,
  workspaceId: string,
  refs: readonly AgentCall[],
  calls: CallTarget = 'published',
): Promise<CalledAgents> {
  const found: Record<string, CalledAgent> = {}
  const asked = new Set<string>()
  let open = [...refs]
  while (open.length > 0) {
    const fresh = open.filter((ref) => !asked.has(calledAgentKey(ref)))
    for (const ref of fresh) asked.add(calledAgentKey(ref))
    const answers = await Promise.all(fresh.map((ref) => findCallee(db, workspaceId, ref, calls)))
    const calledAgents = answers.flatMap((calledAgent, index) => {
      const ref = fresh[index]
      if (!calledAgent || !ref) return []
      found[calledAgentKey(ref)] = calledAgent
      return [calledAgent]
    })
    open = calledAgents.flatMap(({ document }) => listCalledAgents(document))
  }
  return found
}

async function findCallee(
  db: Queries,
  workspaceId: string,
  ref: AgentCall,
  calls: CallTarget,
): Promise<CalledAgent | undefined> {
  const isDraft = calls === 'drafts' && ref.version === undefined
  const row = await (isDraft ? findDraft(db, workspaceId, ref) : findVersion(db, workspaceId, ref))
  if (!row) return undefined
  const { slug, name, description, number, hash } = row
  const graph = await withPrompts(db, workspaceId, { hash, document: fromJson(row.document) })
  return { agent: slug, name, description, version: number, ...graph }
}

async function findDraft(db: Queries, workspaceId: string, { agent }: AgentCall) {
  const row = await db
    .selectFrom('agents')
    .select(['slug', 'name', 'description', 'draft_hash as hash', 'draft_document as document'])
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', agent)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, number: null }
}

const findVersion = (db: Queries, workspaceId: string, { agent, version }: AgentCall) =>
  db
    .selectFrom('agents as a')
    .innerJoin('agent_versions as v', 'v.agent_id', 'a.id')
    .select(['a.slug', 'a.name', 'a.description', 'v.number', 'v.hash', 'v.document'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.slug', '=', agent)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      version === undefined
        ? eb('v.number', '=', eb.ref('a.published_version'))
        : eb('v.number', '=', version),
    )
    .executeTakeFirst()

export const toStoredCalledAgents = (calledAgents: CalledAgents): StoredCalledAgents =>
  Object.fromEntries(
    Object.entries(calledAgents).map(([key, { document: _document, ...calledAgent }]) => [
      key,
      calledAgent,
    ]),
  )

/** Loads the documents by hash. */
export async function withDocuments(
  kept: StoredCalledAgents,
  documentOf: (hash: string) => Promise<GraphDocument>,
): Promise<CalledAgents> {
  const entries = Object.entries(kept).map(
    async ([key, calledAgent]): Promise<[string, CalledAgent]> => [
      key,
      { ...calledAgent, document: await documentOf(calledAgent.hash) },
    ],
  )
  return Object.fromEntries(await Promise.all(entries))
}
