import { canonical } from './canonical.ts'
import type { Json, RecordedTool } from './tape.ts'

/** LangChain's own `DynamicStructuredTool`, as far as it is touched. */
type Tool = { name: string; func: (args: never, ...rest: never[]) => unknown }

export type ToolCall = { name: string; args: Json }

const isTool = (value: unknown): value is Tool =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'func' in value &&
  typeof value.func === 'function'

/** Puts recorded results in the place of tools, until the returned function is called. */
export function serveTools(
  modules: Readonly<Record<string, unknown>>,
  recorded: readonly RecordedTool[],
  { called, miss }: { called: (call: ToolCall) => void; miss: (text: string) => void },
): () => void {
  const waiting = [...recorded]
  const tools = Object.values(modules).filter(isTool)
  const own = tools.map((tool) => tool.func)
  for (const tool of tools) {
    tool.func = async (args: Json) => {
      called({ name: tool.name, args })
      const at = waiting.findIndex(
        (known) => known.name === tool.name && canonical(known.args) === canonical(args),
      )
      const [found] = at === -1 ? [] : waiting.splice(at, 1)
      if (!found) {
        const text = `The recording has no call of the tool ${tool.name} with ${JSON.stringify(args)}`
        miss(text)
        throw new Error(text)
      }
      if (found.error !== null) throw new Error(found.error)
      return found.result
    }
  }
  return () => {
    for (const [index, tool] of tools.entries()) tool.func = own[index] ?? tool.func
  }
}
