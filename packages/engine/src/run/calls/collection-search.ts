import {
  type FoundChunk,
  type Json,
  noUsage,
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

/** A search of a collection that the workspace has. */
export type CollectionSearch = SearchQuery & { collection: string }

type SearchOptions = { signal?: AbortSignal | undefined; onWait?: (wait: CallWait) => void }

/** What it took to turn a question into a vector, however the search went on. */
export type SpentEmbedding = {
  connection: string
  model: string
  /** Null where the provider does not say. */
  tokens: number | null
  /** Of the vector. */
  dimensions: number
  startedAt: number
  durationMs: number
}

/** Null where nothing was embedded. */
type Spent = { embedding: SpentEmbedding | null }

/** `embeddingError` is set if the chunks match the words of the query alone. */
export type Found = Spent &
  ({ ok: true; chunks: FoundChunk[]; embeddingError?: RunError } | { ok: false; error: RunError })

export type FindDocuments = (
  workspaceId: string,
  search: CollectionSearch,
  options?: SearchOptions,
) => Promise<Found>

/** As tools have it: within their workspace. */
export type SearchCollections = (
  search: CollectionSearch,
  options?: SearchOptions,
) => Promise<Found>

/** The search or the tool's call that a question was embedded for. */
type EmbeddedFor = { name: string; fingerprint: string }

/** What a search spent on its question: a span below it, paid as any call, with an exchange of its own. */
export function recordEmbedding(
  scope: Scope,
  call: EmbeddedFor,
  query: string,
  spent: SpentEmbedding,
): void {
  const { startedAt: _, durationMs: __, ...result } = spent
  record(scope, recordingKey(scope, call), spent, { request: { input: query }, result })
}

/** In a replay: what was spent when the tape was made. Older tapes do not say. */
export function serveEmbedding(scope: Scope, call: EmbeddedFor): void {
  const { replay, clock } = scope.run
  const key = recordingKey(scope, call)
  if (!replay || replay.isLive?.(key.address)) return
  const exchange = replay.recording.find(key)?.exchange
  if (exchange?.touch.type !== 'call') return
  const { request, result } = exchange.touch
  // The cast holds: it was recorded here.
  const spent = result as Omit<SpentEmbedding, 'startedAt' | 'durationMs'>
  const times = { startedAt: clock.now(), durationMs: exchange.durationMs }
  record(scope, key, { ...spent, ...times }, { request, result, servedBy: 'tape' })
}

const recordingKey = (scope: Scope, { name, fingerprint }: EmbeddedFor): RecordingKey => ({
  kind: 'embedding',
  name,
  address: callAddress(scope, 'embedding', name),
  fingerprint,
})

type RecordedFields = { request: Json; result: Json; servedBy?: 'tape' }

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
    touch: { type: 'call', request, result },
    ...(servedBy && { servedBy }),
  })
  run.recorder.end(span, {
    status: 'success',
    outputs: { dimensions },
    usage: tokens === null ? null : { ...noUsage, input: tokens },
    ...(!servedBy && { endedAt: startedAt + Math.round(durationMs * 1_000) }),
  })
  stopIfOverBudget(run)
}

type ToolSearches = {
  search: SearchCollections | null
  /** When the call is over: one that a tape answered has not searched itself. */
  settle: () => void
}

/** The searches that a tool makes while it is called, with what they spend on record. */
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
      ? async (wanted, options) => {
          hasSearched = true
          checkBudget(run)
          const onWait = (wait: Parameters<typeof noteWait>[1]) => noteWait(scope, wait)
          const found = await retrieve(run.request.workspaceId, wanted, { onWait, ...options })
          if (found.embedding) recordEmbedding(scope, call, wanted.query, found.embedding)
          return found
        }
      : null,
    settle() {
      if (run.replay && !hasSearched) serveEmbedding(scope, call)
    },
  }
}
