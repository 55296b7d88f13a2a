import { type Json, Message } from '@lathe/contract'
import * as z from 'zod'

const MessageOrText = z.union([Message, z.string()])
const Conversation = z.union([MessageOrText, z.array(MessageOrText)])

/** Returns the messages of a channel; text becomes a user message. Null for other values. */
export function readConversation(value: Json | undefined): Message[] | null {
  if (value === undefined || value === null) return []
  const parsed = Conversation.safeParse(value)
  if (!parsed.success) return null
  return [parsed.data]
    .flat()
    .map((item) => (typeof item === 'string' ? { role: 'user', content: item } : item))
}
