import { REMOVE_ALL } from '../wire/messages.ts'
import { type GraphDocument, Message, type RunEventBody } from '@lathe/contract'

/**
 * Messages written by a node that were not streamed, e.g. tool messages. Messages without an id are
 * left out because clients cannot match them.
 */
export function writtenMessages(
  { writes = {} }: Extract<RunEventBody, { type: 'node-end' }>,
  { state }: GraphDocument,
  sentIds: Set<string>,
): Message[] {
  const writtenValues = Object.entries(writes).flatMap(([channel, value]) => {
    const isConversation = Object.hasOwn(state, channel) && state[channel]?.type === 'messages'
    return isConversation && Array.isArray(value) ? value : []
  })
  return writtenValues.flatMap((item) => {
    const { data: message } = Message.safeParse(item)
    if (message?.id === undefined || message.id === REMOVE_ALL || sentIds.has(message.id)) return []
    sentIds.add(message.id)
    return [message]
  })
}
