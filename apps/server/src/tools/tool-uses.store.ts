import type { AgentCaller } from '@lathe/contract'
import { nodeTools } from '@lathe/nodes'
import { listAgentUses } from '../agents/agent-uses.ts'
import type { Db } from '../platform/db/db.ts'

/** Lists agents whose draft or published version uses a tool, by tool name. */
export const listToolUses = (
  db: Db,
  workspaceId: string,
): Promise<ReadonlyMap<string, AgentCaller[]>> =>
  listAgentUses(db, workspaceId, {
    texts: ['"tools":["', '"tool":"'],
    namedBy: (node) => [...nodeTools(node)],
  })
