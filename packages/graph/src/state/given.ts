import type { GraphDocument } from '@lathe/contract'
import { ERROR_CHANNEL, hasErrorEdges } from './error-channel.ts'
import { initialValue } from './reducers.ts'

export type Given = 'input' | 'default' | 'error'

/** Why a channel holds something before any node has run; null when it does not. */
export function givenBy(document: GraphDocument, name: string): Given | null {
  const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
  if (!channel) return name === ERROR_CHANNEL && hasErrorEdges(document) ? 'error' : null
  if (document.input.includes(name)) return 'input'
  if (initialValue(channel) !== undefined) return 'default'
  return name === ERROR_CHANNEL && hasErrorEdges(document) ? 'error' : null
}
