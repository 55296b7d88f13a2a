import type { GraphNode, NodeKind, NodeOf } from '@lathe/contract'
import { buildAgent } from './nodes/agent.ts'
import { buildAgentCall } from './nodes/agent-call.ts'
import { buildAsk } from './nodes/ask.ts'
import type { BuiltNode, NodeParts } from './nodes/body.ts'
import { buildBranch } from './nodes/branch.ts'
import { buildCode } from './nodes/code.ts'
import { buildModel } from './nodes/model.ts'
import { buildRetrieve } from './nodes/retrieve.ts'
import { buildSet } from './nodes/set.ts'
import { buildTool } from './nodes/tool.ts'
import { buildTools } from './nodes/tools.ts'

const BUILDERS: { [K in NodeKind]: (parts: NodeParts<NodeOf<K>>) => BuiltNode } = {
  agent: buildAgent,
  model: buildModel,
  branch: buildBranch,
  ask: buildAsk,
  tool: buildTool,
  tools: buildTools,
  set: buildSet,
  code: buildCode,
  retrieve: buildRetrieve,
  'agent-call': buildAgentCall,
}

/** Prepares everything a node needs, once per compilation. */
export function buildNode(node: GraphNode, parts: Omit<NodeParts, 'node'>): BuiltNode {
  // The node has the kind of its builder.
  const build = BUILDERS[node.kind] as (parts: NodeParts) => BuiltNode
  return build({ ...parts, node })
}
