import type { CachePolicy, RetryPolicy } from '@langchain/langgraph'
import { PERMANENT_ERRORS } from '@lathe-ai/runtime'
import type { CalledAgents, ErrorCode, GraphDocument, GraphNode, JsonObject } from '@lathe/contract'
import { collectCalledAgents } from '../called-agents/called-agents.ts'
import { orderedJson, canonicalJson } from '../document/hash.ts'
import { nodeReads } from '../kinds/channel-uses.ts'
import { compileCacheKey } from './expression.ts'
import type { Router } from './routing.ts'
import type { GraphRuntime } from './runtime.ts'
import type { ScopeMaker, State } from './state.ts'

export function retryPolicy(
  { retry }: GraphNode,
  runtime: GraphRuntime,
  atOnce: boolean,
): RetryPolicy | undefined {
  if (!retry) return undefined
  return {
    maxAttempts: retry.attempts,
    initialInterval: atOnce ? 0 : retry.initialMs,
    backoffFactor: retry.factor,
    maxInterval: retry.maxMs,
    // LangGraph's jitter adds up to a second to every delay.
    jitter: false,
    logWarning: false,
    retryOn: (error: unknown) => !PERMANENT_ERRORS.has(runtime.describeError(error).code),
  }
}

/**
 * Returns how long LangGraph waits before it retries a node after this attempt; null if it does not
 * retry.
 */
export function retryWaitMs({ retry }: GraphNode, attempt: number, code: ErrorCode): number | null {
  if (!retry || attempt >= retry.attempts || PERMANENT_ERRORS.has(code)) return null
  return Math.min(retry.maxMs, retry.initialMs * retry.factor ** (attempt - 1))
}

type Cached = { document: GraphDocument; runtime: GraphRuntime; calledAgents: CalledAgents }

/**
 * The key includes the node and the agents it calls, so that a changed prompt misses the cache, and
 * the values its edges read, because LangGraph caches the next nodes with the update.
 */
export function cachePolicy(
  { document, runtime, calledAgents }: Cached,
  id: string,
  node: GraphNode,
  createScope: ScopeMaker,
  router: Router,
): CachePolicy | undefined {
  const { cache } = node
  if (!cache) return undefined
  const { uses, all } = nodeReads(node)
  const scope = createScope({ names: uses.map(({ channel }) => channel), all })
  const keyOf = cache.key === undefined ? null : compileCacheKey(cache.key, createScope, runtime)
  const nodeAgents = collectCalledAgents({ ...document, nodes: { [id]: node } }, calledAgents)
  const plain = (values: State) => runtime.toJson(values) as JsonObject
  const nodeJson = orderedJson([id, node, ...[...nodeAgents.values()].map(({ hash }) => hash)])
  return {
    ttl: cache.ttlSeconds,
    keyFunc: ([input]) => {
      // LangGraph computes the key from the task's input, before the task exists.
      const state = input as State
      const key = keyOf ? keyOf(state) : anonymous(document, scope(state))
      const ways = router.seen(state).map((seen) => anonymous(document, plain(seen)))
      return nodeJson + canonicalJson([key, ways])
    },
  }
}

/** Message ids differ in every run, so they are removed. */
function anonymous(document: GraphDocument, scope: Record<string, unknown>): unknown {
  const entries = Object.entries(scope).map(([name, value]) => {
    const isConversation = document.state[name]?.type === 'messages' && Array.isArray(value)
    return [name, isConversation ? value.map((message) => ({ ...message, id: null })) : value]
  })
  return Object.fromEntries(entries)
}
