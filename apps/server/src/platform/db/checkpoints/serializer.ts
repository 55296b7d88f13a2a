import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

const encoder = new TextEncoder()

/**
 * Reads and writes the JSON of LangGraph's serializer, but synchronously for plain data. The
 * original checks every value for cycles and awaits each one to revive it.
 */
export const withPlainJson = (serde: SerializerProtocol): SerializerProtocol => ({
  dumpsTyped: async (value) =>
    isPlain(value)
      ? ['json', encoder.encode(JSON.stringify(value))]
      : await serde.dumpsTyped(value),
  loadsTyped: async (type, data) => {
    if (type !== 'json') return await serde.loadsTyped(type, data)
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
    return text.includes('"lc":') ? await serde.loadsTyped(type, text) : JSON.parse(text)
  },
})

/** Deeper values may contain a cycle. */
const MAX_DEPTH = 32

/** Whether JSON can represent the value. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value)
  if (value === null) return true
  if (depth === MAX_DEPTH || 'toJSON' in value) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every((item) => isPlain(item, depth + 1))
}
