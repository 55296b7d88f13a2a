import { BaseCache } from '@langchain/langgraph-checkpoint'
import type { CacheFullKey, CacheNamespace } from '@langchain/langgraph-checkpoint'
import { LRUCache } from 'lru-cache'
import { lookingWithin } from './cached-node.ts'
import { type Kept, lookedUp, noteHit } from './cache-lookups.ts'
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
    const within = run ? lookingWithin(run) : null
    const found = keys.map(async (key) => {
      const name = this.#nameOf(key)
      const shared = () => this.#kept.get(name)
      const own = () => run?.ownResults.get(name)
      const kept = run ? lookedUp(run, key, { shared, own }) : shared()
      if (!kept) return []
      const value = await this.serde.loadsTyped(kept.type, kept.data)
      if (run) noteHit(run, key, value, within)
      return [{ key, value }]
    })
    return (await Promise.all(found)).flat()
  }

  async set(pairs: { key: CacheFullKey; value: unknown; ttl?: number }[]): Promise<void> {
    const run = currentRun()
    for (const { key, value, ttl } of pairs) {
      const [type, data] = await this.serde.dumpsTyped(value)
      const name = this.#nameOf(key)
      // What a replay gives comes from its tape, and must not be found by others.
      if (run?.replay) {
        run.ownResults.set(name, { type, data })
        continue
      }
      const kept = { type, data, ...(run && { runId: run.request.runId }) }
      this.#kept.set(name, kept, { ttl: ttl === undefined ? 0 : ttl * 1_000 })
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
