import type { GraphDocument } from '@lathe/contract'

/** The channel that LangGraph's chat clients send messages to. */
const CHAT_CHANNEL = 'messages'

/**
 * Returns whether a chat client can run a graph: it accepts `messages`, and all other inputs have a
 * default.
 */
export function isChatGraph({ state, input }: Pick<GraphDocument, 'state' | 'input'>): boolean {
  const hasMessages = input.includes(CHAT_CHANNEL) && state[CHAT_CHANNEL]?.type === 'messages'
  return (
    hasMessages &&
    input.every((name) => name === CHAT_CHANNEL || state[name]?.default !== undefined)
  )
}
