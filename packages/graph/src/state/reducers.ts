import type { Channel, Json, Reducer } from '@lathe/contract'

/** The reducer a channel has when it names none. */
export function reducerOf(channel: Pick<Channel, 'type' | 'reducer'>): Reducer {
  return channel.reducer ?? (channel.type === 'messages' ? 'messages' : 'replace')
}

/** Whether messages written to the channel are merged by their ids. */
export const isConversation = (channel: Channel | undefined): boolean =>
  channel?.type === 'messages' && reducerOf(channel) === 'messages'

export const reducerName = (reducer: Reducer): string =>
  typeof reducer === 'string' ? reducer : 'code'

/** Whether several nodes may write the channel in one superstep. */
export function isShared(channel: Channel): boolean {
  return reducerOf(channel) !== 'replace'
}

/** What the channel holds before anything was written; undefined when it has no such value. */
export function initialValue(channel: Channel): Json | undefined {
  if (channel.default !== undefined) return structuredClone(channel.default)
  switch (reducerOf(channel)) {
    case 'append':
    case 'union':
    case 'messages':
      return []
    case 'merge':
      return {}
    case 'sum':
      return 0
    default:
      return undefined
  }
}
