import type { AgentCaller, GraphNode } from '@lathe/contract'
import { nodeCollections, nodeTools } from '@lathe/nodes'
import { listAgentUses } from '../agents/agent-uses.ts'
import type { Db } from '../platform/db/db.ts'

const SEARCH_TOOL = 'knowledge_search'

/** Lists agents whose draft or published version searches a collection, with the nodes. */
export async function listCollectionUses(
  db: Db,
  workspaceId: string,
  collection: string,
): Promise<AgentCaller[]> {
  const isNamed = new RegExp(`(?<![a-z0-9-])${collection}(?![a-z0-9-])`)
  const searches = (node: GraphNode): boolean => {
    if (nodeCollections(node).includes(collection)) return true
    // A tool's collection is set where the tool is offered or called.
    return nodeTools(node).includes(SEARCH_TOOL) && isNamed.test(JSON.stringify(node))
  }
  const uses = await listAgentUses(db, workspaceId, {
    texts: [`"collection":"${collection}"`, SEARCH_TOOL],
    namedBy: (node) => (searches(node) ? [collection] : []),
  })
  return uses.get(collection) ?? []
}
