import { BaseStore } from '@langchain/langgraph-checkpoint'
import type {
  GetOperation,
  Item,
  ListNamespacesOperation,
  Operation,
  OperationResults,
  PutOperation,
  SearchOperation,
} from '@langchain/langgraph-checkpoint'
import type { JsonObject } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import {
  deleteItem,
  findItem,
  listNamespaces,
  putItem,
  searchItems,
  type StoreItem,
} from './items.ts'

type Match = NonNullable<ListNamespacesOperation['matchConditions']>[number]

/** LangGraph's long-term memory over the rows that the viewer and the API show. */
export class LanggraphStore extends BaseStore {
  readonly #db: Db
  readonly #workspaceId: string

  constructor(db: Db, workspaceId: string) {
    super()
    this.#db = db
    this.#workspaceId = workspaceId
  }

  /** In order: an operation sees earlier writes of its batch. */
  async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = []
    for (const operation of operations) results.push(await this.#do(operation))
    // `#do` returns the result type that `OperationResults` maps each operation to.
    return results as OperationResults<Op>
  }

  #do(operation: Operation): Promise<unknown> {
    if ('namespacePrefix' in operation) return this.#search(operation)
    if ('value' in operation) return this.#put(operation)
    if ('key' in operation) return this.#get(operation)
    return this.#namespaces(operation)
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const item = await findItem(this.#db, this.#workspaceId, namespace, key)
    return item ? toItem(item) : null
  }

  async #put({ namespace, key, value }: PutOperation): Promise<void> {
    if (value === null) return deleteItem(this.#db, this.#workspaceId, namespace, key)
    // Values that are not JSON are dropped, as in any persistent store.
    const json: JsonObject = JSON.parse(JSON.stringify(value))
    return putItem(this.#db, this.#workspaceId, { namespace, key, value: json, ttl: null })
  }

  async #search(operation: SearchOperation): Promise<Item[]> {
    const { namespacePrefix, filter = {}, query = '', limit = 10, offset = 0 } = operation
    const prefix = namespacePrefix
    const search = { prefix, filter: filter as JsonObject, query, limit, offset }
    const items = await searchItems(this.#db, this.#workspaceId, search)
    return items.map(toItem)
  }

  #namespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const { matchConditions = [], maxDepth = 32, limit, offset } = operation
    const pathOf = (type: Match['matchType']) =>
      matchConditions.find(({ matchType }) => matchType === type)?.path ?? []
    const [prefix, suffix] = [pathOf('prefix'), pathOf('suffix')]
    const search = { prefix, suffix, maxDepth, limit, offset }
    return listNamespaces(this.#db, this.#workspaceId, search)
  }
}

const toItem = ({ namespace, key, value, createdAt, updatedAt }: StoreItem): Item => ({
  namespace,
  key,
  value,
  createdAt: new Date(createdAt / 1_000),
  updatedAt: new Date(updatedAt / 1_000),
})
