import { getConfig, getStore } from '@langchain/langgraph'
import type { BaseStore } from '@langchain/langgraph'

const NAMESPACE = ['memories']
/** How many memories are searched for a text. */
const MAX_SEARCHED = 10_000

type MemoryKey = { namespace?: string[]; key: string }

/** Stores a value under a key of the run's user, or of the agent if the run has no user. */
export async function putMemory({
  namespace = NAMESPACE,
  key,
  value,
}: MemoryKey & { value: object }) {
  await requireStore().put(scopedNamespace(namespace), key, { ...value })
  return 'Kept.'
}

/** Returns the value of a key, or null. */
export async function getMemory({ namespace = NAMESPACE, key }: MemoryKey) {
  const item = await requireStore().get(scopedNamespace(namespace), key)
  return item?.value ?? null
}

type MemorySearch = { namespace?: string[]; query?: string; filter?: object; limit?: number }

/** Returns the memories that contain a text, last written first. */
export async function searchMemories({
  namespace = NAMESPACE,
  query = '',
  filter,
  limit = 10,
}: MemorySearch) {
  const items = await requireStore().search(scopedNamespace(namespace), {
    limit: MAX_SEARCHED,
    ...(filter && { filter: { ...filter } }),
  })
  const needle = query.toLowerCase()
  return items
    .filter(({ value }) => JSON.stringify(value).toLowerCase().includes(needle))
    .toReversed()
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    .slice(0, limit)
    .map((item) => ({
      namespace: item.namespace.slice(scopedNamespace([]).length),
      key: item.key,
      value: item.value,
    }))
}

/** Deletes the value of a key. */
export async function deleteMemory({ namespace = NAMESPACE, key }: MemoryKey) {
  await requireStore().delete(scopedNamespace(namespace), key)
  return 'Forgotten.'
}

/** Limits a model's namespace to the run's user, or to the memories shared by runs without a user. */
function scopedNamespace(namespace: string[]): string[] {
  const { configurable = {} } = getConfig()
  const { langgraph_auth_user_id: signedIn, user_id: named, graph_id: graph } = configurable
  const user: unknown = signedIn ?? named
  const owner = user ? ['users', toLabel(user)] : ['shared']
  return ['agents', toLabel(graph ?? 'agent'), ...owner, ...namespace]
}

/** Labels of a namespace cannot contain dots. */
const toLabel = (value: unknown) => encodeURIComponent(String(value)).replaceAll('.', '%2E')

/** Returns the store the graph was compiled with, or that of its server. */
function requireStore(): BaseStore {
  const store = getStore()
  if (store) return store
  throw new Error('The graph has no store for memories: compile it with one')
}
