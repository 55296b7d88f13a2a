import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import { toReply, toResponseFormat } from '@lathe-ai/runtime'
import type { AnswerFormat } from '@lathe-ai/runtime'
import type { ModelSettings, NodeOf } from '@lathe/contract'
import { NodeFailure } from '../failure.ts'
import type {
  GraphRuntime,
  ModelCallOptions,
  NodeCall,
  RuntimeTool,
  ToolChoice,
  ToolDefinition,
} from '../runtime.ts'

export type ModelRequest = {
  model: ModelSettings
  messages: BaseMessage[]
  tools?: readonly ToolDefinition[]
  toolChoice?: ToolChoice | undefined
  format?: AnswerFormat | undefined
}

export async function callModel(
  runtime: GraphRuntime,
  { model, messages, tools = [], toolChoice, format }: ModelRequest,
  call: NodeCall,
): Promise<AIMessage> {
  const chat = await runtime.chatModel(model, call)
  const options: ModelCallOptions = {
    ...call.config,
    ...(tools.length > 0 && { tools: [...tools] }),
    ...(tools.length > 0 && toolChoice !== undefined && { tool_choice: toolChoice }),
    ...(format && { response_format: toResponseFormat(format) }),
  }
  return toReply(await chat.invoke(messages, options))
}

type Offered = Pick<RuntimeTool, 'name' | 'description' | 'schema'>

export function toolDefinition({ name, description, schema }: Offered): ToolDefinition {
  return { type: 'function', function: { name, description, parameters: schema } }
}

/** Returns a tool by name; throws if it was removed after the check. */
export function toolNamed(name: string, runtime: GraphRuntime): RuntimeTool {
  const tool = runtime.tool(name)
  if (tool) return tool
  throw new NodeFailure('GRAPH_INVALID', `There is no tool \`${name}\``)
}

export function nodeToolChoice({ toolChoice }: NodeOf<'model'>): ToolChoice | undefined {
  if (typeof toolChoice !== 'object') return toolChoice
  return { type: 'function', function: { name: toolChoice.tool } }
}
