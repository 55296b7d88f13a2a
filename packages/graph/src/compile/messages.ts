import {
  AIMessage,
  AIMessageChunk,
  BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { AIMessageFields, InvalidToolCall, UsageMetadata } from '@langchain/core/messages'
import type { Json, Message } from '@lathe/contract'
import { Message as MessageSchema } from '@lathe/contract'
import * as z from 'zod'
import { NodeFailure } from './failure.ts'

const Messages = z.union([MessageSchema, z.string(), z.array(z.union([MessageSchema, z.string()]))])

/** What may be written to a conversation: messages, plain or LangChain's, or the user's text. */
export function toMessages(value: unknown): BaseMessage[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.flatMap((item) => {
    if (BaseMessage.isInstance(item)) return [item]
    const parsed = Messages.safeParse(item)
    if (!parsed.success) {
      throw new NodeFailure(
        'INVALID_INPUT',
        'A conversation takes messages with `role` and `content`',
      )
    }
    return [parsed.data].flat().map(toMessage)
  })
}

function toMessage(message: Message | string): BaseMessage {
  if (typeof message === 'string') return new HumanMessage(message)
  const { id, name } = message
  const fields = {
    // Parts go to the provider as they came.
    content: message.content as string,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  }
  switch (message.role) {
    case 'system':
      return new SystemMessage(fields)
    case 'user':
      return new HumanMessage(fields)
    case 'assistant':
      return new AIMessage({
        ...fields,
        ...(message.toolCalls && {
          tool_calls: message.toolCalls.map((call) => ({ ...call, type: 'tool_call' as const })),
        }),
      })
    default:
      return new ToolMessage({
        ...fields,
        tool_call_id: message.toolCallId ?? '',
        ...(message.status && { status: message.status }),
      })
  }
}

/** Gives a message without an id this one. LangChain serializes `lc_kwargs`, so an id set only on the field would be lost in a checkpoint. */
export function withId<M extends BaseMessage>(message: M, id: string): M {
  message.id ??= id
  message.lc_kwargs['id'] = message.id
  return message
}

/** A streamed answer arrives as a chunk that also holds its pieces; the state keeps the message alone. */
export function settled(message: BaseMessage): AIMessage {
  if (AIMessageChunk.isInstance(message)) {
    return rebuilt(message, message.tool_calls ?? [], message.invalid_tool_calls)
  }
  if (AIMessage.isInstance(message)) return message
  throw new NodeFailure('BAD_RESPONSE', 'The model did not answer with a message of its own')
}

type ToolCalls = NonNullable<AIMessageFields['tool_calls']>

/** The message with these calls, under the same id, so that it takes the old one's place. */
export function rebuilt(
  message: AIMessage | AIMessageChunk,
  tool_calls: ToolCalls,
  invalid_tool_calls: InvalidToolCall[] = [],
): AIMessage {
  const { content, id, name, response_metadata, usage_metadata } = message
  const { tool_calls: _, ...additional_kwargs } = message.additional_kwargs
  const fields: AIMessageFields = {
    content,
    additional_kwargs,
    response_metadata,
    tool_calls,
    invalid_tool_calls,
  }
  if (id !== undefined) fields.id = id
  if (name !== undefined) fields.name = name
  if (usage_metadata !== undefined) fields.usage_metadata = usage_metadata
  return new AIMessage(fields)
}

/** LangChain types the field by a structure that plain messages do not carry. */
export const tokensOf = (message: AIMessage): number => totalOf(message.usage_metadata)

const totalOf = (usage: UsageMetadata | undefined): number => usage?.total_tokens ?? 0

/** A tool's result as the text a model reads. */
export function resultText(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result)
}
