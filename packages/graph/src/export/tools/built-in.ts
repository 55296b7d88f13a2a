import { RUNTIME } from '../parts/code.ts'

export const RUNTIME_TOOLS = `${RUNTIME}/tools`
export const JAVASCRIPT = `${RUNTIME}/javascript`

/** How a tool is written in an exported project. */
export type ToolSource = {
  /** The tool's function, over its typed arguments. */
  run: string
  /** Imported names and the modules they come from. */
  imports: Record<string, string>
  /** Files that the tool adds to the project. */
  files?: Record<string, string>
}

const memoryTool = (name: string): ToolSource => ({
  run: `(args) => ${name}(args)`,
  imports: { [name]: RUNTIME_TOOLS },
})

/** Tools that read or write the graph's store. */
export const MEMORY_TOOLS: Record<string, ToolSource> = {
  memory_put: memoryTool('putMemory'),
  memory_get: memoryTool('getMemory'),
  memory_search: memoryTool('searchMemories'),
  memory_delete: memoryTool('deleteMemory'),
}

/** The tools that come with Lathe, by their names. */
export const BUILT_IN: Record<string, ToolSource> = {
  calculator: {
    // 14 digits survive binary fractions: 0.1 + 0.2 is 0.3.
    run: '({ expression }) => Number(evaluateArithmetic(expression).toPrecision(14))',
    imports: { evaluateArithmetic: RUNTIME_TOOLS },
  },
  current_time: {
    run: "({ timezone = 'UTC' }) => formatTime(timezone, Date.now())",
    imports: { formatTime: RUNTIME_TOOLS },
  },
  knowledge_lookup: {
    run: '({ query, limit = 3 }) => lookUpArticles(query, limit)',
    imports: { lookUpArticles: RUNTIME_TOOLS },
  },
  http_get: {
    run: '({ url }, { signal }) => readPage(url, signal)',
    imports: { readPage: RUNTIME_TOOLS },
  },
  run_javascript: {
    run: '({ code, data }) => evaluateJavascript(code, data)',
    imports: { evaluateJavascript: JAVASCRIPT },
  },
  ...MEMORY_TOOLS,
}
