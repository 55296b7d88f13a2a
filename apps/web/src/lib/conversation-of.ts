import { type Json, Message } from '@lathe/contract'
import * as z from 'zod'

const Said = z.union([Message, z.string()])
const Conversation = z.union([Said, z.array(Said)])

/** The messages a channel holds; a text is the user's. Null when it holds something else. */
export function conversationOf(value: Json | undefined): Message[] | null {
  if (value === undefined || value === null) return []
  const parsed = Conversation.safeParse(value)
  if (!parsed.success) return null
  return [parsed.data]
    .flat()
    .map((said) => (typeof said === 'string' ? { role: 'user', content: said } : said))
}
