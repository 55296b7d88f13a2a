import type { AgentCaller, GraphDocument } from '@lathe/contract'
import type { Db } from '../../db/db.ts'
import { agentOfTool, toolOfAgent } from '@lathe/graph'
import { fromJson } from '../../db/json.ts'

/** The living agents whose draft or published version calls this one, by name. */
export async function listCallers(
  db: Db,
  workspaceId: string,
  slug: string,
): Promise<AgentCaller[]> {
  // A text search finds few enough to be read.
  const named = JSON.stringify({ agent: slug }).slice(1, -1)
  const asked = toolOfAgent({ agent: slug })
  const rows = await db
    .selectFrom('agents as a')
    .leftJoin('agent_versions as v', (join) =>
      join.onRef('v.agent_id', '=', 'a.id').onRef('v.number', '=', 'a.published_version'),
    )
    .select(['a.id', 'a.slug', 'a.name', 'a.draft_document', 'v.document'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        db.portable.contains(eb.ref('a.draft_document'), named),
        db.portable.contains(eb.fn.coalesce('v.document', eb.val('')), named),
        db.portable.contains(eb.ref('a.draft_document'), asked),
        db.portable.contains(eb.fn.coalesce('v.document', eb.val('')), asked),
      ]),
    )
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
  return rows.flatMap(({ id, name, draft_document, document, ...row }) => {
    const draft = callsOf(fromJson(draft_document), slug)
    const published = document === null ? [] : callsOf(fromJson(document), slug)
    if (draft.length + published.length === 0) return []
    return [{ id, slug: row.slug, name, draft, published }]
  })
}

const callsOf = ({ nodes }: GraphDocument, slug: string): string[] =>
  Object.entries(nodes).flatMap(([id, node]) => {
    const tools = 'tools' in node ? (node.tools ?? []) : node.kind === 'tool' ? [node.tool] : []
    const isAsked = tools.some((tool) => agentOfTool(tool)?.agent === slug)
    return isAsked || (node.kind === 'agent-call' && node.agent === slug) ? [id] : []
  })
