import { type Json, type JsonObject, type Message, isJsonObject } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'

const TYPES = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const

/** LangGraph's id of a message that clears the conversation. */
export const REMOVE_ALL = '__remove_all__'

/** Serializes a message in LangChain's format. */
export function toWireMessage(message: Message): JsonObject {
  const { id, name, role, content, toolCalls, toolCallId, status, reasoning } = message
  if (id === REMOVE_ALL) return { type: 'remove', id, content: '' }
  return {
    type: TYPES[role],
    content,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    additional_kwargs: reasoning === undefined ? {} : { reasoning_content: reasoning },
    response_metadata: {},
    ...(role === 'assistant' && {
      tool_calls: (toolCalls ?? []).map((call) => ({ ...call, type: 'tool_call' })),
      invalid_tool_calls: [],
    }),
    ...(role === 'tool' && { tool_call_id: toolCallId ?? '', status: status ?? 'success' }),
  }
}

/** Marks messages and tool calls that represent a pending interrupt. They are never stored. */
export const PENDING_PREFIX = 'pending-'

/**
 * agent-chat-ui sends a result for every open tool call before a new message, including pending
 * interrupts.
 */
const answersPendingCall = (toolCallId: Json | undefined): boolean =>
  typeof toolCallId === 'string' && toolCallId.startsWith(PENDING_PREFIX)

const ROLES: Record<string, Message['role']> = {
  system: 'system',
  developer: 'system',
  human: 'user',
  user: 'user',
  ai: 'assistant',
  AIMessageChunk: 'assistant',
  assistant: 'assistant',
  tool: 'tool',
  SystemMessage: 'system',
  HumanMessage: 'user',
  AIMessage: 'assistant',
  ToolMessage: 'tool',
}

/**
 * Converts every conversation format that clients send: LangChain or OpenAI messages, pairs, or
 * plain text.
 */
export function fromWireMessages(value: Json): Json {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return isJsonObject(value) ? fromItem(value) : value
  const [role, content] = value
  const isPair = value.length === 2 && typeof role === 'string' && Object.hasOwn(ROLES, role)
  if (isPair && typeof content === 'string') return [{ role: ROLES[role] ?? 'user', content }]
  return value.flatMap((item) => fromItem(item))
}

function fromItem(item: Json): Json[] {
  if (typeof item === 'string') return [{ role: 'user', content: item }]
  if (Array.isArray(item)) {
    const messages = fromWireMessages(item)
    return Array.isArray(messages) ? messages : [messages]
  }
  if (!isJsonObject(item)) return [item]
  const message = fromWireMessage(item)
  return answersPendingCall(message['toolCallId']) ? [] : [message]
}

function fromWireMessage(message: JsonObject): JsonObject {
  const fields = messageFields(message)
  const { type, role, id, name, content = '', status } = fields
  const wireRole = typeof role === 'string' ? role : type
  const mappedRole =
    typeof wireRole === 'string' && Object.hasOwn(ROLES, wireRole) ? ROLES[wireRole] : undefined
  const calls = fields['tool_calls'] ?? fields['toolCalls']
  const answers = fields['tool_call_id'] ?? fields['toolCallId']
  return {
    // Unknown roles are kept, so that the graph's own check reports them.
    role: mappedRole ?? wireRole ?? null,
    content,
    ...(typeof id === 'string' && { id }),
    ...(typeof name === 'string' && { name }),
    ...(Array.isArray(calls) && calls.length > 0 && { toolCalls: calls.map(fromCall) }),
    ...(typeof answers === 'string' && { toolCallId: answers }),
    ...((status === 'success' || status === 'error') && { status }),
  }
}

/** A message serialized by LangChain contains its class name and constructor arguments. */
function messageFields(message: JsonObject): JsonObject {
  const { lc, type, id, kwargs = null } = message
  if (lc !== 1 || type !== 'constructor' || !Array.isArray(id) || !isJsonObject(kwargs))
    return message
  return { ...kwargs, type: id.at(-1) ?? null }
}

/** Accepts LangChain calls, and OpenAI calls with arguments as text. */
function fromCall(call: Json): Json {
  if (!isJsonObject(call)) return call
  const inner = call['function']
  if (!isJsonObject(inner))
    return { id: call['id'] ?? '', name: call['name'] ?? '', args: call['args'] ?? {} }
  return {
    id: call['id'] ?? '',
    name: inner['name'] ?? '',
    args: readArguments(inner['arguments']),
  }
}

const readArguments = (value: Json | undefined): Json =>
  typeof value === 'string' ? jsonOrText(value) : (value ?? {})
