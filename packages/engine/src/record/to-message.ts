import { AIMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { JsonObject, Message } from '@lathe/contract'

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

const known = new WeakMap<BaseMessage, { content: unknown; message: Message }>()

/** A message is converted once however many states, spans and events show it. */
export function toMessage(message: BaseMessage): Message {
  const before = known.get(message)
  if (before && before.content === message.content && before.message.id === message.id) {
    return before.message
  }
  const converted = convert(message)
  known.set(message, { content: message.content, message: converted })
  return converted
}

function convert(message: BaseMessage): Message {
  const reasoning = reasoningOf(message)
  return {
    role: ROLES[message.type] ?? 'user',
    content: contentOf(message),
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
      // Arguments were parsed from the provider's JSON.
      args: args as JsonObject,
    })),
  }
}

function contentOf({ content }: BaseMessage): Message['content'] {
  if (typeof content === 'string') return content
  // Parts are the provider's JSON, which the contract keeps as it is.
  return content.filter((part) => part.type !== 'reasoning') as Message['content']
}

/** Providers disagree on where reasoning goes: beside the content or as parts of it. */
export function reasoningOf({ content, additional_kwargs }: BaseMessage): string {
  const beside = additional_kwargs['reasoning_content'] ?? additional_kwargs['reasoning']
  if (typeof beside === 'string') return beside
  if (typeof content === 'string') return ''
  return content
    .map((part) => ('reasoning' in part ? part.reasoning : ''))
    .filter((text) => typeof text === 'string')
    .join('')
}
