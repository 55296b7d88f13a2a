import {
  AIMessage,
  BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { Json, Message } from '@lathe/contract'
import { Message as MessageSchema } from '@lathe/contract'
import * as z from 'zod'
import { NodeFailure } from '../failure.ts'

const Messages = z.union([MessageSchema, z.string(), z.array(z.union([MessageSchema, z.string()]))])

/** Converts a value to messages: plain or LangChain's messages, or the user's text. Throws for anything else. */
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
    // Content parts are passed to the provider unchanged.
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

/** Formats a tool's result for a model. */
export function resultText(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result)
}
