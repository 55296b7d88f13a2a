import {
  allowedToolNames,
  type ChatRequest,
  type Message,
  messageParts,
  messageText,
  type Tool,
} from '../wire/chat-request.ts'
import { isObject, type JsonObject, parseJson } from '../wire/json.ts'

export type OfferedTool = { name: string; description: string; parameters: JsonObject }

/** A tool call since the newest user message, with its result. */
export type ToolExchange = { name: string; arguments: JsonObject; result: string }

/** The parts of a chat request that decide its answer. */
export type Conversation = {
  model: string
  system: string
  /** Text of the newest user message. */
  question: string
  /** Data or web URLs of the images in the newest user message and in later messages. */
  images: readonly string[]
  messageCount: number
  exchanges: readonly ToolExchange[]
  /** Number of assistant messages since the newest user message. */
  turn: number
  tools: readonly OfferedTool[]
  mustCallTool: boolean
  allowsParallelCalls: boolean
  /** Undefined for free text. Without a schema, any JSON object is accepted. */
  format: { schema: JsonObject | undefined } | undefined
}

export function readConversation(request: ChatRequest): Conversation {
  const { messages } = request
  const lastUser = messages.findLastIndex(
    (message, index) => message.role === 'user' && !isToolImage(messages, index),
  )
  const sinceLastUser = messages.slice(lastUser + 1)
  const user = messages[lastUser]
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  return {
    model: request.model,
    system: system.map(messageText).join('\n\n'),
    question: user ? messageText(user) : '',
    images: [...(user ? [user] : []), ...sinceLastUser].flatMap(imageUrls),
    messageCount: messages.length,
    exchanges: readExchanges(sinceLastUser),
    turn: sinceLastUser.filter(({ role }) => role === 'assistant').length,
    tools: offeredTools(request),
    mustCallTool: mustCallTool(request.tool_choice),
    allowsParallelCalls: request.parallel_tool_calls ?? true,
    format: readFormat(request.response_format),
  }
}

/** Tool messages cannot hold images, so clients send a tool's images in a user message behind it. */
function isToolImage(messages: readonly Message[], index: number): boolean {
  const message = messages[index]
  return (
    message !== undefined && messages[index - 1]?.role === 'tool' && imageUrls(message).length > 0
  )
}

const imageUrls = (message: Message): string[] =>
  messageParts(message).flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []))

function readExchanges(messages: readonly Message[]): ToolExchange[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.tool_call_id, messageText(message)] as const] : [],
    ),
  )
  return messages
    .flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
    .map((call) => {
      const args = parseJson(call.function.arguments)
      return {
        name: call.function.name,
        arguments: isObject(args) ? args : {},
        result: results.get(call.id) ?? '',
      }
    })
}

function offeredTools(request: ChatRequest): OfferedTool[] {
  const choice = request.tool_choice
  if (choice === 'none') return []
  const offeredTools = (request.tools ?? []).map(offeredTool)
  if (!isObject(choice)) return offeredTools
  const names = new Set(allowedToolNames(choice))
  return offeredTools.filter((tool) => names.has(tool.name))
}

const offeredTool = ({ function: { name, description, parameters } }: Tool): OfferedTool => ({
  name,
  description: description ?? '',
  parameters: parameters ?? { type: 'object' },
})

function mustCallTool(choice: ChatRequest['tool_choice']): boolean {
  if (!isObject(choice)) return choice === 'required'
  return choice.type === 'function' || choice.allowed_tools.mode === 'required'
}

function readFormat(format: ChatRequest['response_format']): Conversation['format'] {
  if (format?.type === 'json_schema') return { schema: format.json_schema.schema }
  return format?.type === 'json_object' ? { schema: undefined } : undefined
}
