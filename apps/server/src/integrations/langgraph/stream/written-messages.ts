import { REMOVE_ALL } from '../wire/messages.ts'
import { type GraphDocument, Message, type RunEventBody } from '@lathe/contract'

/** Messages a node wrote that nobody was told of yet, as those of tools; what has no id cannot be followed. */
export function writtenMessages(
  { writes = {} }: Extract<RunEventBody, { type: 'node-end' }>,
  { state }: GraphDocument,
  told: Set<string>,
): Message[] {
  const written = Object.entries(writes).flatMap(([channel, value]) => {
    const isConversation = Object.hasOwn(state, channel) && state[channel]?.type === 'messages'
    return isConversation && Array.isArray(value) ? value : []
  })
  return written.flatMap((item) => {
    const { data: message } = Message.safeParse(item)
    if (message?.id === undefined || message.id === REMOVE_ALL || told.has(message.id)) return []
    told.add(message.id)
    return [message]
  })
}
