import type { Channel, GraphDocument, Json, JsonObject, JsonSchema } from '@lathe/contract'

/** Returns an example value for each input channel, with which a call succeeds. */
export function exampleInput({ state, input }: GraphDocument): JsonObject {
  return Object.fromEntries(
    input.flatMap((name): [string, Json][] => {
      const channel = Object.hasOwn(state, name) ? state[name] : undefined
      return channel ? [[name, exampleValue(channel)]] : []
    }),
  )
}

function exampleValue(channel: Channel): Json {
  if (channel.type === 'messages') return [{ role: 'user', content: 'Hello!' }]
  return plainExample({ ...channel })
}

type Shape = {
  type?: unknown
  enum?: unknown
  default?: unknown
  minimum?: unknown
  maximum?: unknown
  properties?: unknown
  required?: unknown
}

function plainExample(shape: Shape): Json {
  if (Array.isArray(shape.enum) && shape.enum.length > 0) return shape.enum[0] as Json
  if (shape.default !== undefined) return shape.default as Json
  switch (shape.type) {
    case 'number':
    case 'integer':
      return numberIn(shape)
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return exampleObject(shape)
    default:
      return 'Hello!'
  }
}

function numberIn({ minimum, maximum }: Shape): number {
  if (typeof minimum === 'number') return minimum
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1
}

/** Includes all required properties. */
export function exampleObject({ properties, required }: Shape): JsonObject {
  const shapes = (properties ?? {}) as Record<string, JsonSchema>
  const names = Array.isArray(required) ? required.map(String) : []
  return Object.fromEntries(names.map((name) => [name, plainExample(shapes[name] ?? {})]))
}
