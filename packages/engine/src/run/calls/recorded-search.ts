import { type FoundChunk, type JsonObject, type RunError, toDocuments } from '@lathe/contract'
import type { NodeCall } from '@lathe/graph/compile'
import { fromRunError, LatheError, toRunError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { fingerprint } from '../../fetch/fingerprint.ts'
import { systemClock } from '../../record/clock.ts'
import { type RecordingKey, recordingMiss } from '../../replay/recording.ts'
import { findRecorded } from '../../replay/replay.ts'
import { toSpanFailure } from '../failure.ts'
import { checkBudget } from '../limits.ts'
import { noteWait, runPorts } from '../ports.ts'
import { getScope, scopeContext, type Scope, scopeAt } from '../scope.ts'
import {
  type CollectionSearch,
  type FindDocuments,
  type Found,
  recordEmbedding,
  serveEmbedding,
} from './collection-search.ts'

/** Searches a collection, recorded as a span with query and results and as one exchange. */
export async function recordedSearch(
  find: FindDocuments | undefined,
  search: CollectionSearch,
  call: NodeCall,
): Promise<JsonObject[]> {
  const outer = scopeAt(getScope(), call)
  const { run, node } = outer
  await run.saves.beforeSpending()
  const span = run.recorder.start({
    kind: 'retriever',
    name: search.collection,
    parentId: node.span.id,
    node: node.path,
    superstep: node.superstep,
    inputs: asRequest(search),
  })
  const scope = { ...outer, span }
  const signal = call.config.signal ?? run.controller.signal
  let embeddingError: Pick<RunError, 'code' | 'message'> | undefined
  const searchLive = async () => {
    const found = await searchCollection(find, search, scope, signal)
    if (found.embeddingError) {
      const { code, message } = found.embeddingError
      embeddingError = { code, message }
    }
    return found.chunks
  }
  try {
    const chunks = await run.unwinding.track(
      scopeContext.run(scope, () => serveOrRecord(scope, search, signal, searchLive)),
    )
    const outputs = { documents: chunks, ...(embeddingError && { embeddingError }) }
    run.recorder.end(span, { status: 'success', outputs })
    return toDocuments(chunks)
  } catch (thrown) {
    const isStopping = run.stop !== null || call.config.signal?.aborted === true
    const { status, error } = toSpanFailure(thrown, isStopping, node.path)
    run.recorder.end(span, { status, error })
    throw thrown
  }
}

async function searchCollection(
  find: FindDocuments | undefined,
  search: CollectionSearch,
  scope: Scope,
  signal: AbortSignal,
): Promise<Extract<Found, { ok: true }>> {
  if (!find) throw new LatheError('GRAPH_INVALID', 'There are no collections to search')
  const { run } = scope
  checkBudget(run)
  const onWait = (wait: Parameters<typeof noteWait>[1]) => noteWait(scope, wait)
  const found = await find(run.request.workspaceId, search, { signal, onWait })
  if (found.embedding) recordEmbedding(scope, embeddedFor(search), search.query, found.embedding)
  signal.throwIfAborted()
  if (!found.ok) throw fromRunError(found.error)
  // An agent must not mistake an unreachable provider for an empty collection.
  if (found.embeddingError && found.chunks.length === 0) throw fromRunError(found.embeddingError)
  return found
}

/** Serves a recorded search, or searches and records it. */
async function serveOrRecord(
  scope: Scope,
  search: CollectionSearch,
  signal: AbortSignal,
  runSearch: () => Promise<FoundChunk[]>,
): Promise<FoundChunk[]> {
  const { run } = scope
  const place = runPorts.begin('retriever', search.collection)
  const { address } = place
  const request = asRequest(search)
  const print = fingerprint(request)
  const key: RecordingKey = {
    kind: 'retriever',
    name: search.collection,
    address,
    fingerprint: print,
  }
  const began = performance.now()
  const startedAt = systemClock.now()
  const exchange = findRecorded(run.replay, key)
  if (exchange?.content.type === 'call') {
    const content = { ...exchange.content, request }
    place.record({ ...exchange, ...key, content, attempt: 1, startedAt, servedBy: 'recording' })
    serveEmbedding(scope, embeddedFor(search))
    if (exchange.error?.code === 'ABORTED') await place.waitForCancellation(signal)
    if (exchange.error) throw fromRunError(exchange.error)
    // The cast holds: this module recorded it.
    return exchange.content.result as FoundChunk[]
  }
  const { replay } = run
  if (replay?.onMiss === 'fail' && !replay.isLive?.(address)) {
    await place.waitForCancellation(signal)
    signal.throwIfAborted()
    throw recordingMiss(replay.recording, key, request)
  }
  const finish = (result: FoundChunk[] | null, error: LatheError | null) =>
    place.record({
      ...key,
      attempt: 1,
      startedAt,
      durationMs: Math.round((performance.now() - began) * 100) / 100,
      error: error && toRunError(error),
      content: { type: 'call', request, result },
    })
  try {
    const chunks = await runSearch()
    finish(chunks, null)
    return chunks
  } catch (thrown) {
    finish(null, toLatheError(thrown))
    throw thrown
  }
}

const embeddedFor = (search: CollectionSearch) => ({
  name: search.collection,
  fingerprint: fingerprint(asRequest(search)),
})

const asRequest = ({ collection, query, k, minScore, filter }: CollectionSearch): JsonObject => ({
  collection,
  query,
  k,
  ...(minScore !== undefined && { minScore }),
  ...(filter && { filter }),
})
