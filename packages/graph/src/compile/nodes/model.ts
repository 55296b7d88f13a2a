import { refuseToolCalls } from '@lathe-ai/runtime'
import type { NodeOf } from '@lathe/contract'
import { callModel, nodeToolChoice, toolDefinition, toolNamed } from '../agents/model-call.ts'
import { compilePrompt } from '../agents/prompt.ts'
import type { BuiltNode, NodeParts } from './body.ts'
import { buildConversation, loopOptions, modelUpdate } from './conversation.ts'

export function buildModel(parts: NodeParts<NodeOf<'model'>>): BuiltNode {
  const { id, node, runtime, createScope } = parts
  if (node.answer) return buildConversation(parts, { ...loopOptions(parts), runsTools: false })
  const renderMessages = compilePrompt(node.prompt, createScope, runtime)
  const tools = (node.tools ?? []).map((name) => toolDefinition(toolNamed(name, runtime)))
  const toolChoice = nodeToolChoice(node)
  return {
    async run(state, call) {
      const messages = await renderMessages(state, call)
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
