import type { ToolSource } from './built-in.ts'

export const MEMORY_FILE = 'tools/memory.ts'

const source = `import { getConfig, getStore } from '@langchain/langgraph'
import type { BaseStore } from '@langchain/langgraph-checkpoint'

const NAMESPACE = ['memories']
/** As many as are looked through for a text. */
const MOST = 10_000

type Place = { namespace?: string[]; key: string }

export async function putMemory({ namespace = NAMESPACE, key, value }: Place & { value: object }) {
  await store().put(within(namespace), key, { ...value })
  return 'Kept.'
}

export async function getMemory({ namespace = NAMESPACE, key }: Place) {
  const item = await store().get(within(namespace), key)
  return item?.value ?? null
}

type Search = { namespace?: string[]; query?: string; filter?: object; limit?: number }

/** Those in which the text occurs, last written first. */
export async function searchMemories({ namespace = NAMESPACE, query = '', filter, limit = 10 }: Search) {
  const items = await store().search(within(namespace), { limit: MOST, ...(filter && { filter: { ...filter } }) })
  const sought = query.toLowerCase()
  return items
    .filter(({ value }) => JSON.stringify(value).toLowerCase().includes(sought))
    .reverse()
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    .slice(0, limit)
    .map((item) => ({ namespace: item.namespace.slice(within([]).length), key: item.key, value: item.value }))
}

export async function deleteMemory({ namespace = NAMESPACE, key }: Place) {
  await store().delete(within(namespace), key)
  return 'Forgotten.'
}

/** The model chooses the namespace only below the run's user, or below what runs without a user share. */
function within(namespace: string[]): string[] {
  const { langgraph_auth_user_id: signedIn, user_id: named, graph_id: graph } = getConfig().configurable ?? {}
  const user = signedIn ?? named
  return ['agents', label(graph ?? 'agent'), ...(user ? ['users', label(user)] : ['shared']), ...namespace]
}

/** Labels of a namespace contain no dots. */
const label = (value: unknown) => encodeURIComponent(String(value)).replaceAll('.', '%2E')

/** The one the graph was compiled with, or that of whoever serves it. */
function store(): BaseStore {
  const found = getStore()
  if (found) return found
  throw new Error('Nothing is remembered here: the graph has no store')
}
`

const memoryTool = (helper: string): ToolSource => ({
  run: `(args) => ${helper}(args)`,
  imports: { [helper]: `/${MEMORY_FILE}` },
  files: { [MEMORY_FILE]: () => source },
})

export const MEMORY_TOOLS: Record<string, ToolSource> = {
  memory_put: memoryTool('putMemory'),
  memory_get: memoryTool('getMemory'),
  memory_search: memoryTool('searchMemories'),
  memory_delete: memoryTool('deleteMemory'),
}
