import type { AgentCaller, GraphNode } from '@lathe/contract'
import { nodeTools } from '@lathe/nodes'
import { parseAgentTool, agentToolName } from '@lathe/graph'
import { listAgentUses } from './agent-uses.ts'
import type { Db } from '../platform/db/db.ts'

/** Lists existing agents whose draft or published version calls this one, by name. */
export async function listCallers(
  db: Db,
  workspaceId: string,
  slug: string,
): Promise<AgentCaller[]> {
  const named = JSON.stringify({ agent: slug }).slice(1, -1)
  const uses = await listAgentUses(db, workspaceId, {
    texts: [named, agentToolName({ agent: slug })],
    namedBy: agentsCalledBy,
  })
  return uses.get(slug) ?? []
}

function agentsCalledBy(node: GraphNode): string[] {
  if (node.kind === 'agent-call') return [node.agent]
  return nodeTools(node).flatMap((tool) => parseAgentTool(tool)?.agent ?? [])
}
