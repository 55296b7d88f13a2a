import type { AgentCaller } from '@lathe/contract'
import { listAgentUses } from '../agents/agent-uses.ts'
import type { Db } from '../platform/db/db.ts'

/** The living agents whose draft or published version names a tool, by that tool's name. */
export const listToolUses = (
  db: Db,
  workspaceId: string,
): Promise<ReadonlyMap<string, AgentCaller[]>> =>
  listAgentUses(db, workspaceId, {
    texts: ['"tools":["', '"tool":"'],
    namedBy: (node) => {
      if ('tools' in node) return node.tools ?? []
      return node.kind === 'tool' ? [node.tool] : []
    },
  })
