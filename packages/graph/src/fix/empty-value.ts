import type { Channel, Json, JsonSchema } from '@lathe/contract'
import { schemaIssues } from '../json-schema/check-schema.ts'
import { validateJson } from '../json-schema/validate.ts'
import { channelSchema } from '../state/schema.ts'
import { omitKey } from './change.ts'

/** Returns the simplest value that a channel accepts, or undefined if there is none. */
export function emptyValue(channel: Channel): Json | undefined {
  if (channel.type === 'messages') return []
  return simplestValue(channelSchema(omitKey(channel, 'default')))
}

/** Returns the simplest value that a JSON Schema accepts, or undefined if there is none. */
export function simplestValue(schema: JsonSchema): Json | undefined {
  if (schemaIssues(schema).length > 0) return undefined
  const { enum: allowed, minimum, default: defaultValue } = schema
  const number = typeof minimum === 'number' ? Math.max(0, minimum) : 0
  const candidates = [
    defaultValue,
    ...(Array.isArray(allowed) ? allowed : []),
    '',
    number,
    false,
    [],
    {},
    1,
    null,
  ]
  return candidates.find(
    (value): value is Json => value !== undefined && validateJson(schema, value).length === 0,
  )
}
