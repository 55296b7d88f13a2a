import { type Json, Message } from '@lathe/contract'
import * as z from 'zod'

const Said = z.union([Message, z.string()])
const Conversation = z.union([Said, z.array(Said)])

/** Returns the messages of a channel; text becomes a user message. Null for other values. */
export function conversationOf(value: Json | undefined): Message[] | null {
  if (value === undefined || value === null) return []
  const parsed = Conversation.safeParse(value)
  if (!parsed.success) return null
  return [parsed.data]
    .flat()
    .map((said) => (typeof said === 'string' ? { role: 'user', content: said } : said))
}
