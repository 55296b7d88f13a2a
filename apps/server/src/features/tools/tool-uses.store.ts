import type { AgentCaller, GraphDocument } from '@lathe/contract'
import type { Db } from '../../db/db.ts'
import { fromJson } from '../../db/json.ts'

/** The living agents whose draft or published version names a tool, by that tool's name. */
export async function listToolUses(
  db: Db,
  workspaceId: string,
): Promise<ReadonlyMap<string, AgentCaller[]>> {
  const rows = await db
    .selectFrom('agents as a')
    .leftJoin('agent_versions as v', (join) =>
      join.onRef('v.agent_id', '=', 'a.id').onRef('v.number', '=', 'a.published_version'),
    )
    .select(['a.id', 'a.slug', 'a.name', 'a.draft_document', 'v.document'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.deleted_at', 'is', null)
    // A text search leaves out what need not be read.
    .where((eb) =>
      eb.or(
        ['"tools":["', '"tool":"'].flatMap((named) => [
          db.portable.contains(eb.ref('a.draft_document'), named),
          db.portable.contains(eb.fn.coalesce('v.document', eb.val('')), named),
        ]),
      ),
    )
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()

  const uses = new Map<string, AgentCaller[]>()
  for (const { id, slug, name, draft_document, document } of rows) {
    const draft = nodesByTool(fromJson(draft_document))
    const published = document === null ? NOTHING : nodesByTool(fromJson(document))
    for (const tool of new Set([...draft.keys(), ...published.keys()])) {
      const nodes = { draft: draft.get(tool) ?? [], published: published.get(tool) ?? [] }
      uses.set(tool, [...(uses.get(tool) ?? []), { id, slug, name, ...nodes }])
    }
  }
  return uses
}

const NOTHING: ReadonlyMap<string, string[]> = new Map()

function nodesByTool({ nodes }: GraphDocument): ReadonlyMap<string, string[]> {
  const byTool = new Map<string, string[]>()
  for (const [id, node] of Object.entries(nodes)) {
    const own = 'tools' in node ? (node.tools ?? []) : node.kind === 'tool' ? [node.tool] : []
    for (const tool of new Set(own)) byTool.set(tool, [...(byTool.get(tool) ?? []), id])
  }
  return byTool
}
