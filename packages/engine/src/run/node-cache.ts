import { BaseCache } from '@langchain/langgraph-checkpoint'
import type { CacheFullKey, CacheNamespace } from '@langchain/langgraph-checkpoint'
import { LRUCache } from 'lru-cache'
import { type Kept, lookedUp } from './cache-lookups.ts'
import { nextTurn } from './breather.ts'
import { currentRun } from './current-run.ts'

/** What cached nodes of all workspaces gave, the least used of it forgotten first. */
export type KeptResults = LRUCache<string, Kept>

/** LangGraph's own in memory never lets go of a result that is not asked for again. */
export const keptResults = (maxBytes: number): KeptResults =>
  new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ data }, key) => data.length + key.length })

/** One workspace's share: a document that two of them have reads the other's connections and prompts. */
export class NodeCache extends BaseCache {
  readonly #kept: KeptResults
  readonly #workspaceId: string

  constructor(kept: KeptResults, workspaceId: string) {
    super()
    this.#kept = kept
    this.#workspaceId = workspaceId
  }

  async get(keys: CacheFullKey[]): Promise<{ key: CacheFullKey; value: unknown }[]> {
    const run = currentRun()
    // By then LangGraph has told the saver which superstep came before.
    if (run) await nextTurn()
    const found = keys.flatMap((key) => {
      const find = () => this.#kept.get(this.#nameOf(key))
      const kept = run ? lookedUp(run, key, find) : find()
      return kept ? [{ key, kept }] : []
    })
    return await Promise.all(
      found.map(async ({ key, kept: { type, data } }) => ({
        key,
        value: await this.serde.loadsTyped(type, data),
      })),
    )
  }

  async set(pairs: { key: CacheFullKey; value: unknown; ttl?: number }[]): Promise<void> {
    // What a replay gives comes from its tape, and must not be found by others.
    if (currentRun()?.replay) return
    for (const { key, value, ttl } of pairs) {
      const [type, data] = await this.serde.dumpsTyped(value)
      this.#kept.set(
        this.#nameOf(key),
        { type, data },
        { ttl: ttl === undefined ? 0 : ttl * 1_000 },
      )
    }
  }

  async clear(namespaces: CacheNamespace[]): Promise<void> {
    const all = namespaces.length === 0 ? [[]] : namespaces
    const starts = all.map((namespace) => this.#startOf(namespace))
    const cleared = [...this.#kept.keys()].filter((name) =>
      starts.some((start) => name.startsWith(start)),
    )
    for (const name of cleared) this.#kept.delete(name)
  }

  #nameOf([namespace, key]: CacheFullKey): string {
    return this.#startOf([...namespace, key])
  }

  #startOf(parts: string[]): string {
    return [this.#workspaceId, ...parts].map((part) => `${part}\n`).join('')
  }
}
