import { type Json, type JsonObject, isJsonObject } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { now } from '../platform/time.ts'
import { atomic } from '../platform/db/atomic.ts'
import type { Db, Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import type { StoreItemsTable } from '../platform/db/tables/store.ts'
import { isSameJson } from '@lathe/graph'

export type StoreItem = {
  namespace: string[]
  key: string
  value: JsonObject
  createdAt: number
  updatedAt: number
}

const MINUTE = 60_000_000
const PAGE = 200

const toItem = (row: Selectable<StoreItemsTable>): StoreItem => ({
  namespace: toLabels(row.namespace),
  key: row.key,
  value: fromJson(row.value),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Excludes expired items, which may still be stored. */
const selectItems = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('store_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))

export type NewItem = Pick<StoreItem, 'namespace' | 'key' | 'value'> & {
  /** Minutes. */
  ttl: number | null
}

export async function putItem(db: Queries, workspaceId: string, item: NewItem): Promise<void> {
  const at = now()
  const ttl = item.ttl === null ? null : Math.round(item.ttl * MINUTE)
  await atomic(db, [
    db
      .deleteFrom('store_items')
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '<=', at),
    db
      .insertInto('store_items')
      .values({
        workspace_id: workspaceId,
        namespace: toText(item.namespace),
        key: item.key,
        value: toJson(item.value),
        created_at: at,
        updated_at: at,
        ttl,
        expires_at: ttl === null ? null : at + ttl,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'namespace', 'key']).doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          updated_at: eb.ref('excluded.updated_at'),
          ttl: eb.ref('excluded.ttl'),
          expires_at: eb.ref('excluded.expires_at'),
        })),
      ),
  ])
}

export async function findItem(
  db: Queries,
  workspaceId: string,
  namespace: readonly string[],
  key: string,
): Promise<StoreItem | undefined> {
  const row = await selectItems(db, workspaceId)
    .where('namespace', '=', toText(namespace))
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toItem(row)
}

/** Restarts an item's time to live. */
export async function refreshItem(
  db: Queries,
  workspaceId: string,
  { namespace, key }: Pick<StoreItem, 'namespace' | 'key'>,
): Promise<void> {
  await db
    .updateTable('store_items')
    .set((eb) => ({ expires_at: eb(eb.val(now()), '+', eb.ref('ttl')) }))
    .where('workspace_id', '=', workspaceId)
    .where('namespace', '=', toText(namespace))
    .where('key', '=', key)
    .where('ttl', 'is not', null)
    .execute()
}

export async function deleteItem(
  db: Queries,
  workspaceId: string,
  namespace: readonly string[],
  key: string,
): Promise<void> {
  await db
    .deleteFrom('store_items')
    .where('workspace_id', '=', workspaceId)
    .where('namespace', '=', toText(namespace))
    .where('key', '=', key)
    .execute()
}

export type ItemSearch = {
  prefix: readonly string[]
  filter: JsonObject
  /** Text anywhere in the value. */
  query: string
  limit: number
  offset: number
}

/** Searches items, last written first. */
export async function searchItems(
  db: Db,
  workspaceId: string,
  { prefix, filter, query, limit, offset }: ItemSearch,
): Promise<StoreItem[]> {
  const under = toText(prefix)
  const items = selectItems(db, workspaceId)
    .$if(prefix.length > 0, (select) =>
      select.where((eb) =>
        eb.or([
          eb('namespace', '=', under),
          // In ASCII a dot directly precedes a slash.
          eb.and([eb('namespace', '>=', `${under}.`), eb('namespace', '<', `${under}/`)]),
        ]),
      ),
    )
    .$if(query !== '', (select) =>
      select.where((eb) => db.portable.matchesText(eb.ref('value'), query)),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('namespace')
    .orderBy('key')
  const found: StoreItem[] = []
  for (let from = 0; found.length < offset + limit; from += PAGE) {
    const rows = await items.limit(PAGE).offset(from).execute()
    found.push(...rows.map(toItem).filter(({ value }) => matchesFilter(value, filter)))
    if (rows.length < PAGE) break
  }
  return found.slice(offset, offset + limit)
}

export type NamespaceSearch = {
  prefix: readonly string[]
  suffix: readonly string[]
  /** Longer namespaces are cut and listed once. */
  maxDepth: number
  limit: number
  offset: number
}

/** Lists namespaces alphabetically. */
export async function listNamespaces(
  db: Queries,
  workspaceId: string,
  { prefix, suffix, maxDepth, limit, offset }: NamespaceSearch,
): Promise<string[][]> {
  const rows = await db
    .selectFrom('store_items')
    .select('namespace')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
    .orderBy('namespace')
    .execute()
  const matching = rows
    .map(({ namespace }) => toLabels(namespace))
    .filter((labels) => matchesPath(labels, prefix, 'prefix'))
    .filter((labels) => suffix.length === 0 || matchesPath(labels, suffix, 'suffix'))
    .map((labels) => toText(labels.slice(0, maxDepth)))
  return [...new Set(matching)].slice(offset, offset + limit).map(toLabels)
}

type Compare = (value: Json | undefined, wanted: Json) => boolean

const OPERATORS: Record<string, Compare> = {
  $eq: (value, wanted) => isSameJson(value, wanted),
  $ne: (value, wanted) => !isSameJson(value, wanted),
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
}

/** LangGraph's filters: each field equals its value or satisfies its operators. */
export function matchesFilter(value: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const given = Object.hasOwn(value, field) ? value[field] : undefined
    const comparisons = isJsonObject(wanted) ? Object.entries(wanted) : []
    const isComparing = comparisons.length > 0 && comparisons.every(([name]) => name in OPERATORS)
    if (!isComparing) return isSameJson(given, wanted)
    return comparisons.every(([name, to]) => OPERATORS[name]?.(given, to))
  })
}

/** Labels contain no dots, so a namespace is one text whose prefixes are ranges. */
const toText = (labels: readonly string[]): string => labels.join('.')

const toLabels = (namespace: string): string[] => namespace.split('.')

/** Whether the labels start or end with a path. `*` matches any label. */
function matchesPath(
  labels: readonly string[],
  path: readonly string[],
  at: 'prefix' | 'suffix',
): boolean {
  if (path.length > labels.length) return false
  const part = at === 'prefix' ? labels.slice(0, path.length) : labels.slice(-path.length)
  return path.every((label, index) => label === '*' || label === part[index])
}
