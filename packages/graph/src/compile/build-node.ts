import type { GraphNode } from '@lathe/contract'
import { buildAgentCall } from './nodes/agent-call.ts'
import { buildAsk } from './nodes/ask.ts'
import type { BuiltNode, NodeParts } from './nodes/body.ts'
import { buildChoice } from './nodes/choice.ts'
import { buildAgent, buildModel, buildTools } from './nodes/loop.ts'
import { buildCode, buildRules, buildSet } from './nodes/steps.ts'
import { buildRetrieve } from './nodes/retrieve.ts'
import { buildTool } from './nodes/tool.ts'

/** Prepares everything a node needs, once per compilation. */
export function buildNode(node: GraphNode, parts: Omit<NodeParts, 'node'>): BuiltNode {
  switch (node.kind) {
    case 'set':
      return buildSet({ ...parts, node })
    case 'code':
      return buildCode({ ...parts, node })
    case 'branch': {
      const { decide } = node
      if (decide.by === 'rules') return buildRules({ ...parts, node }, decide.rules)
      return buildChoice({ ...parts, node }, decide)
    }
    case 'ask':
      return buildAsk({ ...parts, node })
    case 'model':
      return buildModel({ ...parts, node })
    case 'agent':
      return buildAgent({ ...parts, node })
    case 'tools':
      return buildTools({ ...parts, node })
    case 'tool':
      return buildTool({ ...parts, node })
    case 'agent-call':
      return buildAgentCall({ ...parts, node })
    default:
      return buildRetrieve({ ...parts, node })
  }
}
