import type { AgentCaller, GraphDocument, GraphNode } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'

type Naming = {
  /** A document that names anything contains one of these texts, so the query can skip others. */
  texts: readonly string[]
  namedBy: (node: GraphNode) => readonly string[]
}

/** Lists existing agents whose draft or published version names something, by name. */
export async function listAgentUses(
  db: Db,
  workspaceId: string,
  { texts, namedBy }: Naming,
): Promise<ReadonlyMap<string, AgentCaller[]>> {
  const rows = await db
    .selectFrom('agents as a')
    .leftJoin('agent_versions as v', (join) =>
      join.onRef('v.agent_id', '=', 'a.id').onRef('v.number', '=', 'a.published_version'),
    )
    .select(['a.id', 'a.slug', 'a.name', 'a.draft_document', 'v.document'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.or(
        texts.flatMap((text) => [
          db.portable.contains(eb.ref('a.draft_document'), text),
          db.portable.contains(eb.fn.coalesce('v.document', eb.val('')), text),
        ]),
      ),
    )
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()

  const uses = new Map<string, AgentCaller[]>()
  for (const { draft_document, document, ...agent } of rows) {
    const draft = nodesByName(fromJson(draft_document), namedBy)
    const published = document === null ? NOTHING : nodesByName(fromJson(document), namedBy)
    for (const name of new Set([...draft.keys(), ...published.keys()])) {
      const nodes = { draft: draft.get(name) ?? [], published: published.get(name) ?? [] }
      uses.set(name, [...(uses.get(name) ?? []), { ...agent, ...nodes }])
    }
  }
  return uses
}

const NOTHING: ReadonlyMap<string, string[]> = new Map()

function nodesByName(
  { nodes }: GraphDocument,
  namedBy: Naming['namedBy'],
): ReadonlyMap<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const [id, node] of Object.entries(nodes))
    for (const name of new Set(namedBy(node))) byName.set(name, [...(byName.get(name) ?? []), id])
  return byName
}

const LISTED_AGENTS = 5

/** The error of a rename that would leave agents with a missing name. */
export function renameRefusal(name: string, usedBy: readonly AgentCaller[], hint: string) {
  const agents = usedBy.slice(0, LISTED_AGENTS).map((agent) => {
    const [document, nodes] =
      agent.published.length > 0 ? ['published', agent.published] : ['draft', agent.draft]
    return `${agent.name} (${document}, ${nodes.map((node) => `node \`${node}\``).join(', ')})`
  })
  const rest = usedBy.length - LISTED_AGENTS
  const list = agents.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
  return {
    message: `${name} was not renamed, because agents use it by this name: ${list}. ${hint}`,
    data: { usedBy: [...usedBy] },
  }
}
