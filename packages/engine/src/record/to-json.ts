import { AIMessage, BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { Json, JsonObject, Message } from '@lathe/contract'

const ROLES: Record<string, Message['role']> = {
  system: 'system',
  developer: 'system',
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
}

const convertedMessages = new WeakMap<BaseMessage, { content: unknown; message: Message }>()

/** Converts a message once, however many states, spans and events show it. */
export function toMessage(message: BaseMessage): Message {
  const before = convertedMessages.get(message)
  if (before && before.content === message.content && before.message.id === message.id) {
    return before.message
  }
  const converted = convert(message)
  convertedMessages.set(message, { content: message.content, message: converted })
  return converted
}

function convert(message: BaseMessage): Message {
  const reasoning = messageReasoning(message)
  return {
    role: ROLES[message.type] ?? 'user',
    content: messageContent(message),
    ...(message.id !== undefined && { id: message.id }),
    ...(message.name !== undefined && { name: message.name }),
    ...(reasoning !== '' && { reasoning }),
    ...(typeof message.additional_kwargs['refusal'] === 'string' && { isRefusal: true }),
    ...toolFields(message),
  }
}

function toolFields(message: BaseMessage): Partial<Message> {
  if (ToolMessage.isInstance(message)) {
    return { toolCallId: message.tool_call_id, status: message.status ?? 'success' }
  }
  if (!AIMessage.isInstance(message) || !message.tool_calls?.length) return {}
  return {
    toolCalls: message.tool_calls.map(({ id, name, args }) => ({
      id: id ?? '',
      name,
      // The cast holds: arguments are parsed from JSON.
      args: args as JsonObject,
    })),
  }
}

function messageContent({ content }: BaseMessage): Message['content'] {
  if (typeof content === 'string') return content
  // The cast holds: parts are the provider's JSON.
  return content.filter((part) => part.type !== 'reasoning') as Message['content']
}

/** Providers send reasoning next to the content or as parts of it. */
function messageReasoning({ content, additional_kwargs }: BaseMessage): string {
  const separateReasoning = additional_kwargs['reasoning_content'] ?? additional_kwargs['reasoning']
  if (typeof separateReasoning === 'string') return separateReasoning
  if (typeof content === 'string') return ''
  return content
    .map((part) => ('reasoning' in part ? part.reasoning : ''))
    .filter((text) => typeof text === 'string')
    .join('')
}

const MAX_DEPTH = 64

/** Converts a value to JSON, with messages in the contract's format. Plain data is not copied. */
export function toJson(value: unknown, depth = 0): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : objectToJson(value, depth)
    default:
      return null
  }
}

/** Converts the values of a record to JSON and leaves out undefined ones. */
export const toJsonRecord = (values: Record<string, unknown>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, toJson(value)]),
  )

function objectToJson(value: object, depth: number): Json {
  if (depth > MAX_DEPTH) return '[nested too deeply]'
  if (Array.isArray(value)) return arrayToJson(value, depth)
  if (BaseMessage.isInstance(value)) return messageToJson(value)
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (value instanceof Map) return toJson(Object.fromEntries(value), depth + 1)
  if (value instanceof Set) return arrayToJson([...value], depth)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return toJson(value.toJSON(), depth + 1)
  }
  return recordToJson(value, depth)
}

function messageToJson(value: BaseMessage): Json {
  // The cast holds: a converted message has no undefined fields.
  const message: unknown = toMessage(value)
  return message as Json
}

function arrayToJson(items: unknown[], depth: number): Json[] {
  const converted = items.map((item) => toJson(item, depth + 1))
  return isSame(items, converted) ? items : converted
}

const isSame = (items: unknown[], converted: Json[]): items is Json[] =>
  items.every((item, index) => item === converted[index])

function recordToJson(record: object, depth: number): Json {
  const converted: Record<string, Json> = {}
  let isPlain = true
  for (const [key, item] of Object.entries(record)) {
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') {
      isPlain = false
      continue
    }
    const json = toJson(item, depth + 1)
    converted[key] = json
    if (json !== item) isPlain = false
  }
  // The cast holds: every value is its own JSON.
  return isPlain ? (record as Record<string, Json>) : converted
}
