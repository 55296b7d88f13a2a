import type { Channel } from '@lathe/contract'
import { channelReducer } from './reducers.ts'

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'

export function jsonType(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

/** Returns whether an update of this type fits the channel and its reducer; null always fits. */
export function acceptsType(channel: Channel, type: JsonType): boolean {
  if (type === 'null') return true
  if (channel.type === 'messages') return type !== 'number' && type !== 'boolean'
  const reducer = channelReducer(channel)
  if (reducer === 'append' || reducer === 'union' || typeof reducer === 'object') return true
  return type === channel.type
}

/** Channel types as phrases for messages: `a list`, `a text`… */
export const TYPE_WORDS: Record<JsonType | 'messages', string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
  array: 'a list',
  object: 'an object',
  messages: 'a conversation',
}
