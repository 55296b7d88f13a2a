import type { BaseStore } from '@langchain/langgraph-checkpoint'
import type { Json, JsonObject, JsonSchema } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'
import { argsSchema, stringArgument, type ToolContext, type ToolDefinition } from './definition.ts'

const DEFAULT_NAMESPACE = ['memories']

/** Returns the namespace in which an agent remembers. A run with a user has one of its own; models cannot choose it. */
export const memoryPrefix = ({ agentId, user_id: userId }: JsonObject): string[] => [
  'agents',
  toLabel(agentId),
  ...(typeof userId === 'string' && userId !== '' ? ['users', toLabel(userId)] : ['shared']),
]

/** LangGraph's store allows no dots in labels. */
const toLabel = (value: Json | undefined): string =>
  encodeURIComponent(stringArgument(value) || 'none').replaceAll('.', '%2E')
const MAX_RESULTS = 50

const namespace: JsonSchema = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 512, pattern: '^[^.]+$' },
  minItems: 1,
  maxItems: 32,
  description: 'Namespace of the memory, such as ["users", "ada"]. Defaults to ["memories"]',
}
const key: JsonSchema = { type: 'string', minLength: 1, maxLength: 1_024 }

/** Memory across threads in LangGraph's store. */
export const memoryTools: ToolDefinition[] = [
  {
    name: 'memory_put',
    description:
      'Stores a memory beyond this conversation under a key. Replaces an earlier memory with the same key.',
    schema: argsSchema({ namespace, key, value: { type: 'object' } }, ['key', 'value']),
    effect: 'write',
    async run(args, context) {
      const value = args['value'] as JsonObject
      await getStore(context).put(
        memoryNamespace(args, context),
        stringArgument(args['key']),
        value,
      )
      return 'Kept.'
    },
  },
  {
    name: 'memory_get',
    description: 'Returns the memory with a key, or null.',
    schema: argsSchema({ namespace, key }, ['key']),
    effect: 'read',
    async run(args, context) {
      const item = await getStore(context).get(
        memoryNamespace(args, context),
        stringArgument(args['key']),
      )
      return item ? itemValue(item) : null
    },
  },
  {
    name: 'memory_search',
    description: 'Returns the memories of a namespace and its sub-namespaces, newest first.',
    schema: argsSchema(
      {
        namespace: { ...namespace, minItems: 0 },
        query: { type: 'string', maxLength: 1_000, description: 'Text that the memory contains' },
        filter: { type: 'object', description: 'Values of its fields' },
        limit: { type: 'integer', minimum: 1, maximum: MAX_RESULTS, description: 'Defaults to 10' },
      },
      [],
    ),
    effect: 'read',
    async run(args, context) {
      const { query, filter, limit } = args
      const items = await getStore(context).search(memoryNamespace(args, context), {
        ...(typeof query === 'string' && { query }),
        ...(typeof filter === 'object' && filter !== null && { filter }),
        limit: typeof limit === 'number' ? limit : 10,
      })
      return items.map((item) => ({
        namespace: item.namespace.slice(context.memoryPrefix.length),
        key: item.key,
        value: itemValue(item),
      }))
    },
  },
  {
    name: 'memory_delete',
    description: 'Deletes the memory with a key.',
    schema: argsSchema({ namespace, key }, ['key']),
    effect: 'write',
    async run(args, context) {
      await getStore(context).delete(memoryNamespace(args, context), stringArgument(args['key']))
      return 'Forgotten.'
    },
  },
]

const memoryNamespace = (
  { namespace: labels }: JsonObject,
  { memoryPrefix: prefix }: ToolContext,
) => [...prefix, ...(Array.isArray(labels) ? labels.map(stringArgument) : DEFAULT_NAMESPACE)]

/** The cast holds: values are stored as JSON. */
const itemValue = (item: { value: Record<string, unknown> }): Json => item.value as JsonObject

function getStore({ store }: ToolContext): BaseStore {
  if (store) return store
  throw new LatheError('TOOL_ERROR', 'No memory store is configured')
}
