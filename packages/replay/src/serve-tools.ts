import { canonical } from './json.ts'
import type { Json, JsonObject, RecordedSearch, RecordedTool } from './recording.ts'

/** The parts of LangChain's `DynamicStructuredTool` that are used here. */
type Tool = { name: string; func: (args: never, ...rest: never[]) => unknown }

export type ToolCall = { name: string; args: Json }

const isTool = (value: unknown): value is Tool =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'func' in value &&
  typeof value.func === 'function'

/** Makes tools return their recorded results. Returns a function that restores them. */
export function serveTools(
  modules: Readonly<Record<string, unknown>>,
  recorded: readonly RecordedTool[],
  { onCall, miss }: { onCall: (call: ToolCall) => void; miss: (text: string) => void },
): () => void {
  const waiting = [...recorded]
  const tools = Object.values(modules).filter(isTool)
  const originals = tools.map((tool) => tool.func)
  for (const tool of tools) {
    tool.func = async (args: Json) => {
      onCall({ name: tool.name, args })
      const index = waiting.findIndex(
        (recordedCall) =>
          recordedCall.name === tool.name && canonical(recordedCall.args) === canonical(args),
      )
      const [found] = index === -1 ? [] : waiting.splice(index, 1)
      if (!found) {
        const text = `The recording has no call to the tool ${tool.name} with ${JSON.stringify(args)}`
        miss(text)
        throw new Error(text)
      }
      if (found.error !== null) throw new Error(found.error)
      return found.result
    }
  }
  return () => {
    for (const [index, tool] of tools.entries()) tool.func = originals[index] ?? tool.func
  }
}

/** The parts of an exported project's collection that are used here. */
type Collection = { name: string; search: (search: JsonObject) => Promise<Json> }

const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'function'

/** Makes collections return their recorded results. Returns a function that restores them. */
export function serveSearches(
  modules: Readonly<Record<string, unknown>>,
  recorded: readonly RecordedSearch[],
  miss: (text: string) => void,
): () => void {
  const waiting = [...recorded]
  const collections = Object.values(modules).filter(isCollection)
  const originals = collections.map(({ search }) => search)
  for (const collection of collections) {
    collection.search = async (search) => {
      const { name } = collection
      const index = waiting.findIndex(
        (recordedCall) =>
          recordedCall.collection === name && canonical(recordedCall.search) === canonical(search),
      )
      const [found] = index === -1 ? [] : waiting.splice(index, 1)
      if (!found) {
        const text = `The recording has no search of ${name} for ${JSON.stringify(search)}`
        miss(text)
        throw new Error(text)
      }
      if (found.error !== null) throw new Error(found.error)
      return found.found
    }
  }
  return () => {
    for (const [index, collection] of collections.entries()) {
      collection.search = originals[index] ?? collection.search
    }
  }
}
