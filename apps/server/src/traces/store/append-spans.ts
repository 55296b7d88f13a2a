import type { SpanDetail } from '@lathe/contract'
import type { QueryResult } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { foldSpans } from './fold-spans.ts'
import { completeRoots } from './metadata-labels.ts'
import { payloadTexts } from '../../platform/db/payloads/payloads.ts'
import { traceLockKey, loadStoredBatch } from './load-stored.ts'
import type { TraceContext } from './trace-context.ts'
import { writeSpans } from './write-spans.ts'

/** Larger batches take several transactions. */
export const MAX_BATCH_SPANS = 1_000

type JoinedQueries = {
  /** Joins the transaction of the last spans. Its results are returned. */
  lastQueries?: Batch
  /** Joins every transaction. */
  everyQueries?: Batch
}

/**
 * Writes spans, payloads, trace totals and rollups in one transaction. Batches may arrive in any
 * order and repeatedly; rollups count a span once, when it ends.
 */
export async function appendSpans(
  db: Db,
  workspaceId: string,
  spans: readonly SpanDetail[],
  context: TraceContext = {},
  { lastQueries = [], everyQueries = [] }: JoinedQueries = {},
): Promise<QueryResult<unknown>[]> {
  const joined = [...everyQueries, ...lastQueries]
  if (spans.length === 0) return resultsFor(lastQueries, await atomic(db, joined))
  const lastChunk = Math.floor((spans.length - 1) / MAX_BATCH_SPANS) * MAX_BATCH_SPANS
  for (let start = 0; start < lastChunk; start += MAX_BATCH_SPANS)
    await appendChunk(
      db,
      workspaceId,
      spans.slice(start, start + MAX_BATCH_SPANS),
      context,
      everyQueries,
    )
  const results = await appendChunk(db, workspaceId, spans.slice(lastChunk), context, joined)
  return resultsFor(lastQueries, results)
}

const resultsFor = (queries: Batch, results: QueryResult<unknown>[]) =>
  results.slice(results.length - queries.length)

async function appendChunk(
  db: Db,
  workspaceId: string,
  spans: readonly SpanDetail[],
  context: TraceContext,
  extraQueries: Batch,
): Promise<QueryResult<unknown>[]> {
  const texts = payloadTexts(spans)
  const locks = [...new Set(spans.map(({ traceId }) => traceLockKey(workspaceId, traceId)))]

  return await db.portable.exclusively(locks, async (queries) => {
    const stored = await loadStoredBatch(db, queries, workspaceId, spans)
    const changes = foldSpans(stored, workspaceId, spans, () => context)
    const roots = completeRoots(spans, changes)
    const write = { workspaceId, stored, changes, texts, roots, extraQueries }
    return await writeSpans(db, queries, write)
  })
}
