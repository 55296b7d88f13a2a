import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { ModelSettings, NodeOf } from '@lathe/contract'
import { NodeFailure } from './failure.ts'
import { settled } from './messages.ts'
import type {
  GraphRuntime,
  ModelCallOptions,
  NodeCall,
  ResponseFormat,
  RuntimeTool,
  ToolChoice,
  ToolDefinition,
} from './runtime.ts'

export type ModelRequest = {
  model: ModelSettings
  messages: BaseMessage[]
  tools?: readonly ToolDefinition[]
  toolChoice?: ToolChoice | undefined
  answer?: ResponseFormat | undefined
}

export async function callModel(
  runtime: GraphRuntime,
  { model, messages, tools = [], toolChoice, answer }: ModelRequest,
  call: NodeCall,
): Promise<AIMessage> {
  const chat = await runtime.chatModel(model, call)
  const options: ModelCallOptions = {
    ...call.config,
    ...(tools.length > 0 && { tools: [...tools] }),
    ...(tools.length > 0 && toolChoice !== undefined && { tool_choice: toolChoice }),
    ...(answer && { response_format: answer }),
  }
  return settled(await chat.invoke(messages, options))
}

/** Calls of tools that were never offered, in place of an answer, would leave the node with nothing. */
export function refuseStrayCalls(node: string, reply: AIMessage): void {
  const names = (reply.tool_calls ?? []).map(({ name }) => `\`${name}\``)
  if (names.length === 0 || reply.text.trim() !== '') return
  throw new NodeFailure(
    'BAD_RESPONSE',
    `The model of \`${node}\` answered with calls of ${[...new Set(names)].join(', ')} and no text, but the node offers it no tools`,
    {
      node,
      hint: 'Give the node these tools, or say in the prompt that it is to answer in words.',
      details: { calls: names.length },
    },
  )
}

type Offered = Pick<RuntimeTool, 'name' | 'description' | 'schema'>

export function toolDefinition({ name, description, schema }: Offered): ToolDefinition {
  return { type: 'function', function: { name, description, parameters: schema } }
}

/** A tool that has gone since the check is an error of the run. */
export function toolNamed(name: string, runtime: GraphRuntime): RuntimeTool {
  const tool = runtime.tool(name)
  if (tool) return tool
  throw new NodeFailure('GRAPH_INVALID', `There is no tool \`${name}\``)
}

export function toolChoiceOf({ toolChoice }: NodeOf<'model'>): ToolChoice | undefined {
  if (typeof toolChoice !== 'object') return toolChoice
  return { type: 'function', function: { name: toolChoice.tool } }
}
