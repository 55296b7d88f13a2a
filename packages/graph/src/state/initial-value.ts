import type { GraphDocument } from '@lathe/contract'
import { ERROR_CHANNEL, hasErrorEdges } from './error-channel.ts'
import { initialValue } from './reducers.ts'

export type InitialValue = 'input' | 'default' | 'error'

/** Returns why a channel has a value before any node runs; null if it has none. */
export function findInitialValue(document: GraphDocument, name: string): InitialValue | null {
  const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
  if (!channel) return name === ERROR_CHANNEL && hasErrorEdges(document) ? 'error' : null
  if (document.input.includes(name)) return 'input'
  if (initialValue(channel) !== undefined) return 'default'
  return name === ERROR_CHANNEL && hasErrorEdges(document) ? 'error' : null
}
