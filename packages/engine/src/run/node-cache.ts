import { BaseCache, type CacheFullKey, type CacheNamespace } from '@langchain/langgraph-checkpoint'
import type { CallAddress, JsonObject } from '@lathe/contract'
import { nodeNames } from '@lathe/graph/compile'
import { LRUCache } from 'lru-cache'
import { fingerprint } from '../fetch/fingerprint.ts'
import type { RecordingKey } from '../replay/recording.ts'
import { findRecorded } from '../replay/replay.ts'
import { type ActiveRun, currentRun, type NodeExecution, type CachedResult } from './active-run.ts'
import { recordIn } from './ports.ts'
import { nextTurn } from './scheduling/event-loop.ts'
import { currentScope, type Scope } from './scope.ts'

type Place = { node: string; taskId: string; superstep: number }

/** Records a node that was served from the cache instead of executed. */
export function recordCachedNode({ recorder }: ActiveRun, parentId: string, place: Place): void {
  const { node, superstep } = place
  const span = recorder.start({
    kind: 'chain',
    name: node.split('/').at(-1) ?? node,
    parentId,
    node,
    superstep,
    inputs: null,
    metadata: { cached: true },
  })
  recorder.event({ type: 'node-start', ...place, spanId: span.id })
  recorder.end(span, { status: 'success' })
  recorder.event({
    type: 'node-end',
    ...place,
    spanId: span.id,
    status: 'success',
    durationMs: 0,
    error: null,
    cached: true,
  })
}

/** LangGraph's name of a node differs from its id if a channel has the same name. */
function nodeIdIn({ request }: ActiveRun, name: string): string {
  const ids = Object.values(request.calledAgents).map(({ document }) =>
    nodeNames(document).nodeId(name),
  )
  return ids.find((id) => id !== undefined) ?? name
}

/** The called agent whose supersteps look up caches. */
type CalledAgent = { outer: Scope; superstep: number }

const lastRecorded = new WeakMap<NodeExecution, number>()

/** Called agents do not stream, so the next superstep is inferred from the executed ones. */
function findCalledAgent(run: ActiveRun): CalledAgent | null {
  const outer = currentScope()
  if (!outer) return null
  const agentPath = `${outer.node.path}/`
  const steps = [...run.executions.values()]
    .filter((inner) => inner.agentPath === agentPath && inner.topTaskId === outer.node.topTaskId)
    .map(({ superstep }) => superstep)
  return { outer, superstep: Math.max(lastRecorded.get(outer.node) ?? 0, ...steps) + 1 }
}

function recordCachedInAgent(
  run: ActiveRun,
  { outer, superstep }: CalledAgent,
  { name, print }: { name: string; print: string },
): void {
  lastRecorded.set(outer.node, superstep)
  const taskId = `${outer.node.taskId} ${superstep} ${print}`
  const node = `${outer.node.path}/${nodeIdIn(run, name)}`
  recordCachedNode(run, outer.span.id, { node, taskId, superstep })
}

/** Lookup in the shared cache and in the run's own results. */
type CacheLookups = {
  findShared: () => CachedResult | undefined
  findOwn: () => CachedResult | undefined
}

/**
 * Looks up a cached result and records the lookup, because the result depends on other runs.
 * Results that the run itself stored are created again in a replay.
 */
function lookUpRecorded(run: ActiveRun, key: CacheFullKey, { findShared, findOwn }: CacheLookups) {
  const lookupKey = recordingKey(run, key)
  const recordedExchange = run.replay && findRecorded(run.replay, lookupKey)
  const recorded = recordedExchange && readRecordedResult(recordedExchange.content)
  const result = run.replay ? (recorded?.isOwn ? findOwn() : recorded?.result) : findShared()
  recordIn(run, run.root, {
    ...lookupKey,
    attempt: 1,
    startedAt: run.clock.now(),
    durationMs: 0,
    error: null,
    content: {
      type: 'call',
      request: null,
      result: result
        ? toRecordedResult(result, recorded?.isOwn ?? result.runId === run.request.runId)
        : null,
    },
    ...(recordedExchange && { servedBy: 'recording' as const }),
  })
  return result
}

const toRecordedResult = ({ type, data }: CachedResult, isOwn: boolean): JsonObject => ({
  type,
  data: Buffer.from(data).toString('base64'),
  ...(isOwn && { own: isOwn }),
})

/** Returns a key that is equal in each execution of the graph, including resumed ones. */
function recordingKey(run: ActiveRun, [namespace, key]: CacheFullKey): RecordingKey {
  const name = namespace.at(-1) ?? ''
  const print = fingerprint([...namespace, key])
  const address: CallAddress = {
    path: [run.findNodeId(name) ?? name],
    superstep: run.lastStep + 1 - run.firstStep,
    branch: print.slice(0, 16),
    ordinal: 0,
  }
  return { kind: 'cache', name, address, fingerprint: print }
}

/** Remembers a cached node's writes until its superstep is reported. */
function noteHit(
  run: ActiveRun,
  key: CacheFullKey,
  writes: readonly [string, unknown][],
  calledAgent: CalledAgent | null,
) {
  const { name, address } = recordingKey(run, key)
  if (calledAgent) {
    recordCachedInAgent(run, calledAgent, { name, print: address.branch ?? '' })
    return
  }
  run.cacheHits.set(`${address.superstep} ${name}`, Object.fromEntries(writes))
}

type Traffic = NonNullable<ReturnType<typeof findRecorded>>['content']

function readRecordedResult(content: Traffic): { result: CachedResult; isOwn: boolean } | null {
  if (content.type !== 'call' || content.result === null) return null
  // The cast holds: `toRecordedResult` created it.
  const {
    type,
    data,
    own: isOwn = false,
  } = content.result as { type: string; data: string; own?: boolean }
  return { result: { type, data: Buffer.from(data, 'base64') }, isOwn }
}

/** Cached results of all workspaces, evicted by least recent use. */
type ResultCache = LRUCache<string, CachedResult>

/** Creates the cache. LangGraph's in-memory cache never evicts. */
export const createResultCache = (maxBytes: number): ResultCache =>
  new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ data }, key) => data.length + key.length })

/**
 * One workspace's part of the cache. Equal documents use different connections and prompts per
 * workspace.
 */
export class NodeCache extends BaseCache {
  readonly #results: ResultCache
  readonly #workspaceId: string

  constructor(result: ResultCache, workspaceId: string) {
    super()
    this.#results = result
    this.#workspaceId = workspaceId
  }

  async get(keys: CacheFullKey[]): Promise<{ key: CacheFullKey; value: unknown }[]> {
    const run = currentRun()
    // By then LangGraph has reported the previous superstep to the saver.
    if (run) await nextTurn()
    const calledAgent = run ? findCalledAgent(run) : null
    const found = keys.map(async (key) => {
      const name = this.#entryName(key)
      const findShared = () => this.#results.get(name)
      const findOwn = () => run?.ownResults.get(name)
      const result = run ? lookUpRecorded(run, key, { findShared, findOwn }) : findShared()
      if (!result) return []
      const value = await this.serde.loadsTyped(result.type, result.data)
      if (run) noteHit(run, key, value, calledAgent)
      return [{ key, value }]
    })
    return (await Promise.all(found)).flat()
  }

  async set(pairs: { key: CacheFullKey; value: unknown; ttl?: number }[]): Promise<void> {
    const run = currentRun()
    for (const { key, value, ttl } of pairs) {
      const [type, data] = await this.serde.dumpsTyped(value)
      const name = this.#entryName(key)
      // Results of a replay come from its recording and must not reach other runs.
      if (run?.replay) {
        run.ownResults.set(name, { type, data })
        continue
      }
      const result = { type, data, ...(run && { runId: run.request.runId }) }
      this.#results.set(name, result, { ttl: ttl === undefined ? 0 : ttl * 1_000 })
    }
  }

  async clear(namespaces: CacheNamespace[]): Promise<void> {
    const all = namespaces.length === 0 ? [[]] : namespaces
    const starts = all.map((namespace) => this.#startOf(namespace))
    const cleared = [...this.#results.keys()].filter((name) =>
      starts.some((start) => name.startsWith(start)),
    )
    for (const name of cleared) this.#results.delete(name)
  }

  #entryName([namespace, key]: CacheFullKey): string {
    return this.#startOf([...namespace, key])
  }

  #startOf(parts: string[]): string {
    return [this.#workspaceId, ...parts].map((part) => `${part}\n`).join('')
  }
}
