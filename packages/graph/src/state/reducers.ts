import type { Channel, Json, Reducer } from '@lathe/contract'

/** Returns the reducer of a channel, or its default. */
export function channelReducer(channel: Pick<Channel, 'type' | 'reducer'>): Reducer {
  return channel.reducer ?? (channel.type === 'messages' ? 'messages' : 'replace')
}

/** Returns whether messages written to the channel are merged by id. */
export const isConversation = (channel: Channel | undefined): boolean =>
  channel?.type === 'messages' && channelReducer(channel) === 'messages'

export const reducerName = (reducer: Reducer): string =>
  typeof reducer === 'string' ? reducer : 'code'

/** Returns whether several nodes may write the channel in one superstep. */
export function isShared(channel: Channel): boolean {
  return channelReducer(channel) !== 'replace'
}

/** Returns the initial value of a channel; undefined if it has none. */
export function initialValue(channel: Channel): Json | undefined {
  if (channel.default !== undefined) return structuredClone(channel.default)
  switch (channelReducer(channel)) {
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
