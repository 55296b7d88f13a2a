import type { ChatRequest, Tool } from '../wire/chat-request.ts'
import type { JsonObject } from '../wire/json.ts'
import { isObject, parseJson } from '../wire/json.ts'
import type { Message } from '../wire/messages.ts'
import { partsOf, textOf } from '../wire/messages.ts'

export type OfferedTool = {
  name: string
  description: string
  parameters: JsonObject
}

/** A tool call of this turn with what the tool gave back. */
export type ToolExchange = {
  name: string
  arguments: JsonObject
  result: string
}

export type Utterance = { role: 'user' | 'assistant'; text: string }

/** A chat request as the answering rules read it. */
export type Conversation = {
  model: string
  system: string
  /** The newest user message. */
  question: string
  /** Data or web addresses of the images in the newest user message and of those that tools gave since. */
  images: readonly string[]
  earlier: readonly Utterance[]
  /** Since the newest user message: what the assistant said and the tools it called. */
  said: readonly string[]
  exchanges: readonly ToolExchange[]
  /** Whether the tools have just been called and nothing was made of their results yet. */
  endsWithTool: boolean
  /** Assistant messages since the newest user message. */
  turn: number
  tools: readonly OfferedTool[]
  mustCallTool: boolean
  allowsParallelCalls: boolean
  /** Undefined for free text; without a schema any JSON object will do. */
  format: { schema: JsonObject | undefined } | undefined
  /** 0 is the plain wording; sampling and further choices get others. */
  variation: number
}

export function readConversation(request: ChatRequest, variation: number): Conversation {
  const { messages } = request
  const isAsking = ({ role }: Message, at: number) => role === 'user' && !isBehindTool(messages, at)
  const lastUser = messages.findLastIndex(isAsking)
  const since = messages.slice(lastUser + 1)
  const user = messages[lastUser]
  const assistants = since.filter((message) => message.role === 'assistant')

  return {
    model: request.model,
    system: textsOf(messages, 'system', 'developer').join('\n\n'),
    question: user ? textOf(user.content) : '',
    images: [...(user ? [user] : []), ...since].flatMap(imagesOf),
    earlier: messages.slice(0, Math.max(0, lastUser)).flatMap(utterance),
    said: textsOf(since, 'assistant'),
    exchanges: exchangesOf(since),
    endsWithTool: since.findLast(({ role }) => role !== 'user')?.role === 'tool',
    turn: assistants.length,
    tools: offeredTools(request),
    mustCallTool: mustCallTool(request.tool_choice),
    allowsParallelCalls: request.parallel_tool_calls ?? true,
    format: formatOf(request.response_format),
    variation,
  }
}

function textsOf(messages: readonly Message[], ...roles: Message['role'][]): string[] {
  return messages
    .filter((message) => roles.includes(message.role))
    .map((message) => textOf(message.content))
    .filter((text) => text !== '')
}

/** A tool's answer has no place for pictures: clients send them right behind it, and ask nothing. */
function isBehindTool(messages: readonly Message[], at: number): boolean {
  const message = messages[at]
  return message !== undefined && messages[at - 1]?.role === 'tool' && imagesOf(message).length > 0
}

function imagesOf(message: Message): string[] {
  return partsOf(message).flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []))
}

function utterance(message: Message): Utterance[] {
  if (message.role !== 'user' && message.role !== 'assistant') return []
  const text = textOf(message.content)
  return text === '' ? [] : [{ role: message.role, text }]
}

function exchangesOf(messages: readonly Message[]): ToolExchange[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.tool_call_id, textOf(message.content)] as const] : [],
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
  const offered = (request.tools ?? []).map(offeredTool)
  if (!isObject(choice)) return offered
  const wanted = choice.type === 'function' ? [choice] : choice.allowed_tools.tools
  const names = new Set(wanted.map((tool) => tool.function.name))
  return offered.filter((tool) => names.has(tool.name))
}

function offeredTool({ function: { name, description, parameters } }: Tool): OfferedTool {
  return { name, description: description ?? '', parameters: parameters ?? { type: 'object' } }
}

function mustCallTool(choice: ChatRequest['tool_choice']): boolean {
  if (!isObject(choice)) return choice === 'required'
  return choice.type === 'function' || choice.allowed_tools.mode === 'required'
}

function formatOf(format: ChatRequest['response_format']): Conversation['format'] {
  if (format?.type === 'json_schema') return { schema: format.json_schema.schema }
  return format?.type === 'json_object' ? { schema: undefined } : undefined
}
