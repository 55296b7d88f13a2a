import {
  type FoundChunk,
  type Json,
  ZERO_USAGE,
  type RunError,
  type SearchQuery,
  type ToolCall,
} from '@lathe/contract'
import { fingerprint } from '../../fetch/fingerprint.ts'
import type { CallWait } from '../../fetch/request.ts'
import type { RecordingKey } from '../../replay/recording.ts'
import { checkBudget, stopIfOverBudget } from '../limits.ts'
import { noteWait, recordIn } from '../ports.ts'
import { callAddress, type Scope } from '../scope.ts'

/** A search of a workspace's collection. */
export type CollectionSearch = SearchQuery & { collection: string }

type SearchOptions = { signal?: AbortSignal | undefined; onWait?: (wait: CallWait) => void }

/** The embedding of a query, whether or not the search succeeded. */
export type SpentEmbedding = {
  connection: string
  model: string
  /** Null if the provider does not report it. */
  tokens: number | null
  /** Length of the vector. */
  dimensions: number
  startedAt: number
  durationMs: number
}

/** Null if the query was not embedded. */
type EmbeddingCost = { embedding: SpentEmbedding | null }

/** `embeddingError` is set if the results come from full-text search only. */
export type Found = EmbeddingCost &
  ({ ok: true; chunks: FoundChunk[]; embeddingError?: RunError } | { ok: false; error: RunError })

export type FindDocuments = (
  workspaceId: string,
  search: CollectionSearch,
  options?: SearchOptions,
) => Promise<Found>

/** Searches collections of the tool's workspace. */
export type SearchCollections = (
  search: CollectionSearch,
  options?: SearchOptions,
) => Promise<Found>

/** The search or tool call that a query was embedded for. */
type EmbeddedFor = { name: string; fingerprint: string }

/** Records the embedding of a query as a span with its cost and an exchange. */
export function recordEmbedding(
  scope: Scope,
  call: EmbeddedFor,
  query: string,
  embedding: SpentEmbedding,
): void {
  const { startedAt: _, durationMs: __, ...result } = embedding
  record(scope, recordingKey(scope, call), embedding, { request: { input: query }, result })
}

/** Repeats the recorded embedding in a replay. Older recordings have none. */
export function serveEmbedding(scope: Scope, call: EmbeddedFor): void {
  const { replay, clock } = scope.run
  const key = recordingKey(scope, call)
  if (!replay || replay.isLive?.(key.address)) return
  const exchange = replay.recording.find(key)?.exchange
  if (exchange?.content.type !== 'call') return
  const { request, result } = exchange.content
  // The cast holds: this module recorded it.
  const embedding = result as Omit<SpentEmbedding, 'startedAt' | 'durationMs'>
  const times = { startedAt: clock.now(), durationMs: exchange.durationMs }
  record(scope, key, { ...embedding, ...times }, { request, result, servedBy: 'recording' })
}

const recordingKey = (scope: Scope, { name, fingerprint }: EmbeddedFor): RecordingKey => ({
  kind: 'embedding',
  name,
  address: callAddress(scope, 'embedding', name),
  fingerprint,
})

type RecordedFields = { request: Json; result: Json; servedBy?: 'recording' }

function record(
  { run, node, span: parent }: Scope,
  key: RecordingKey,
  { connection, model, tokens, dimensions, startedAt, durationMs }: SpentEmbedding,
  { request, result, servedBy }: RecordedFields,
): void {
  const span = run.recorder.start({
    kind: 'embedding',
    name: model,
    parentId: parent.id,
    node: node.path,
    superstep: node.superstep,
    inputs: request,
    model,
    provider: connection,
    startedAt,
  })
  recordIn(run, span, {
    ...key,
    attempt: 1,
    startedAt,
    durationMs,
    error: null,
    content: { type: 'call', request, result },
    ...(servedBy && { servedBy }),
  })
  run.recorder.end(span, {
    status: 'success',
    outputs: { dimensions },
    usage: tokens === null ? null : { ...ZERO_USAGE, input: tokens },
    ...(!servedBy && { endedAt: startedAt + Math.round(durationMs * 1_000) }),
  })
  stopIfOverBudget(run)
}

type ToolSearches = {
  search: SearchCollections | null
  /** Called after the tool call. Serves the recorded embedding if the tool itself was replayed. */
  complete: () => void
}

/** Returns the search function of a tool call, which records its embeddings. */
export function createToolSearches(
  scope: Scope,
  { name, args }: Pick<ToolCall, 'name' | 'args'>,
  retrieve: FindDocuments | undefined,
): ToolSearches {
  const { run } = scope
  const call = { name, fingerprint: fingerprint({ tool: name, args }) }
  let hasSearched = false
  return {
    search: retrieve
      ? async (query, options) => {
          hasSearched = true
          checkBudget(run)
          const onWait = (wait: Parameters<typeof noteWait>[1]) => noteWait(scope, wait)
          const found = await retrieve(run.request.workspaceId, query, { onWait, ...options })
          if (found.embedding) recordEmbedding(scope, call, query.query, found.embedding)
          return found
        }
      : null,
    complete() {
      if (run.replay && !hasSearched) serveEmbedding(scope, call)
    },
  }
}
