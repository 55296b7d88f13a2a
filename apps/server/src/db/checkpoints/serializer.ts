import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

/** Text without any of LangChain's marks skips its reviver, which awaits every value within. */
export const withPlainJson = (serde: SerializerProtocol): SerializerProtocol => ({
  dumpsTyped: (value) => serde.dumpsTyped(value),
  loadsTyped: async (type, data) => {
    if (type !== 'json') return await serde.loadsTyped(type, data)
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
    return text.includes('"lc":') ? await serde.loadsTyped(type, text) : JSON.parse(text)
  },
})
