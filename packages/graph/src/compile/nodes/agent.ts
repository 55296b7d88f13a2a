import type { NodeOf } from '@lathe/contract'
import { DEFAULT_STEPS } from '@lathe/nodes'
import type { BuiltNode, NodeParts } from './body.ts'
import { buildConversation, loopOptions } from './conversation.ts'

export function buildAgent(parts: NodeParts<NodeOf<'agent'>>): BuiltNode {
  const { node } = parts
  return buildConversation(parts, {
    ...loopOptions(parts),
    runsTools: true,
    approvals: new Set(node.approvals),
    summarize: node.summarize,
    limits: {
      steps: node.maxSteps ?? DEFAULT_STEPS,
      modelCalls: node.maxModelCalls,
      toolCalls: node.maxToolCalls,
      tokens: node.maxTotalTokens,
    },
  })
}
