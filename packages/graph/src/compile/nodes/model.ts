import { refuseToolCalls } from '@lathe-ai/runtime'
import type { NodeOf } from '@lathe/contract'
import { callModel, toolChoiceOf, toolDefinition, toolNamed } from '../agents/model-call.ts'
import { compilePrompt } from '../agents/prompt.ts'
import type { BuiltNode, NodeParts } from './body.ts'
import { buildConversation, loopOptions, modelUpdate } from './conversation.ts'

export function buildModel(parts: NodeParts<NodeOf<'model'>>): BuiltNode {
  const { id, node, runtime, scopeOf } = parts
  if (node.answer) return buildConversation(parts, { ...loopOptions(parts), runsTools: false })
  const messagesOf = compilePrompt(node.prompt, scopeOf, runtime)
  const tools = (node.tools ?? []).map((name) => toolDefinition(toolNamed(name, runtime)))
  const toolChoice = toolChoiceOf(node)
  return {
    async run(state, call) {
      const messages = await messagesOf(state, call)
      const reply = await callModel(
        runtime,
        { model: node.model, messages, tools, toolChoice },
        call,
      )
      if (tools.length === 0) refuseToolCalls(id, reply)
      return { update: modelUpdate(node, [reply], reply, null) }
    },
  }
}
