import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import {
  deleteItem,
  findItem,
  listNamespaces,
  putItem,
  refreshItem,
  searchItems,
  type StoreItem,
} from '../../../memory/items.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { toIso } from '../wire/time.ts'

const Label = z
  .string()
  .min(1, 'a label must not be empty')
  .max(512)
  .refine((label) => !label.includes('.'), 'a label must not contain dots')
const Labels = z.array(Label).max(32)
const Namespace = Labels.min(1, 'a namespace needs at least one label').refine(
  ([root]) => root !== 'langgraph',
  '`langgraph` is reserved for LangGraph',
)
const Key = z.string().min(1).max(1_024)
/** `*` matches any label. */
const Path = z.array(z.union([z.literal('*'), Label])).max(32)

const PutItem = z.object({
  namespace: Namespace,
  key: Key,
  value: JsonObject,
  ttl: z.number().positive().nullish(),
})

const Search = z.object({
  namespace_prefix: Labels.nullish(),
  filter: JsonObject.nullish(),
  query: z.string().max(1_000).nullish(),
  limit: z.int().min(1).max(1_000).nullish(),
  offset: z.int().nonnegative().nullish(),
  refresh_ttl: z.boolean().nullish(),
})

const Namespaces = z.object({
  prefix: Path.nullish(),
  suffix: Path.nullish(),
  max_depth: z.int().positive().nullish(),
  limit: z.int().min(1).max(1_000).nullish(),
  offset: z.int().nonnegative().nullish(),
})

/** Long-term memory of agents and programs across threads. */
export function storeRoutes(answer: Answer): Router {
  const routes = Router()
  routes.put('/store/items', answer(storeItem))
  routes.get('/store/items', answer(get))
  routes.delete('/store/items', answer(remove))
  routes.post('/store/items/search', answer(search))
  routes.post('/store/namespaces', answer(namespaces))
  return routes
}

const toWireItem = ({ namespace, key, value, createdAt, updatedAt }: StoreItem) => ({
  namespace,
  key,
  value,
  created_at: toIso(createdAt),
  updated_at: toIso(updatedAt),
})

async function storeItem(call: Call) {
  const { db, workspaceId } = call.context
  const { namespace, key, value, ttl } = parseBody(call, PutItem)
  await putItem(db, workspaceId, { namespace, key, value, ttl: ttl ?? null })
}

async function get(call: Call) {
  const { db, workspaceId } = call.context
  const query = parseQuery(
    call,
    z.object({ namespace: z.string().default(''), key: Key, refresh_ttl: z.string().optional() }),
  )
  const item = await findItem(db, workspaceId, query.namespace.split('.'), query.key)
  // Clients expect null instead of an error for a missing item.
  if (!item) return null
  if (query.refresh_ttl !== 'false') await refreshItem(db, workspaceId, item)
  return toWireItem(item)
}

async function remove(call: Call) {
  const { db, workspaceId } = call.context
  const { namespace, key } = parseBody(call, z.object({ namespace: Namespace, key: Key }))
  await deleteItem(db, workspaceId, namespace, key)
}

async function search(call: Call) {
  const { db, workspaceId } = call.context
  const search = parseBody(call, Search)
  const items = await searchItems(db, workspaceId, {
    prefix: search.namespace_prefix ?? [],
    filter: search.filter ?? {},
    query: search.query ?? '',
    limit: search.limit ?? 10,
    offset: search.offset ?? 0,
  })
  if (search.refresh_ttl !== false) {
    await Promise.all(items.map((item) => refreshItem(db, workspaceId, item)))
  }
  return { items: items.map(toWireItem) }
}

async function namespaces(call: Call) {
  const { db, workspaceId } = call.context
  const search = parseBody(call, Namespaces)
  const found = await listNamespaces(db, workspaceId, {
    prefix: search.prefix ?? [],
    suffix: search.suffix ?? [],
    maxDepth: search.max_depth ?? 32,
    limit: search.limit ?? 100,
    offset: search.offset ?? 0,
  })
  return { namespaces: found }
}
