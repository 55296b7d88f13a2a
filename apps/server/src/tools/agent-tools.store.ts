import { type GraphDocument, type Tool, ToolName } from '@lathe/contract'
import { agentTool, agentToolName } from '@lathe/graph'
import { LRUCache } from 'lru-cache'
import type { Db } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'

/** Versions never change, so each is parsed once. */
const documents = new LRUCache<string, GraphDocument>({ max: 200 })

/** Lists published agents as tools that a model may call. */
export async function listAgentTools(
  db: Db,
  workspaceId: string,
  tools: readonly Pick<Tool, 'name' | 'effect'>[],
): Promise<Tool[]> {
  const effects = new Map(tools.map(({ name, effect }) => [name, effect]))
  const rows = await db
    .selectFrom('agents as a')
    .innerJoin('agent_versions as v', (join) =>
      join.onRef('v.agent_id', '=', 'a.id').onRef('v.number', '=', 'a.published_version'),
    )
    .select(['a.slug', 'a.name', 'a.description', 'v.hash', 'v.document'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.slug')
    .execute()
  return rows.flatMap(({ slug, name, description, hash, document: text }): Tool[] => {
    // A longer slug exceeds the limit for tool names.
    if (!ToolName.safeParse(agentToolName({ agent: slug })).success) return []
    const document = documents.get(hash) ?? fromJson(text)
    documents.set(hash, document)
    const calledAgent = { name, description, document }
    const tool = agentTool({ agent: slug }, calledAgent, (one) => effects.get(one))
    return [{ ...tool, kind: 'agent' }]
  })
}
