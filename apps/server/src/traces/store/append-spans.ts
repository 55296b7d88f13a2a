import type { SpanDetail } from '@lathe/contract'
import type { QueryResult } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { foldSpans } from './fold-spans.ts'
import { rootsOf } from './metadata-labels.ts'
import { payloadTexts } from '../../platform/db/payloads/payloads.ts'
import { lockOf, readKnown } from '../query/read-known.ts'
import type { TraceContext } from '../query/trace-context.ts'
import { writeSpans } from './write-spans.ts'

/** Larger batches take several transactions. */
export const SPANS_AT_ONCE = 1_000

type Together = {
  /** Joins the transaction of the last spans. Its results are returned. */
  also?: Batch
  /** Joins every transaction. */
  each?: Batch
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
  { also = [], each = [] }: Together = {},
): Promise<QueryResult<unknown>[]> {
  const last = [...each, ...also]
  if (spans.length === 0) return resultsOf(also, await atomic(db, last))
  const lastChunk = Math.floor((spans.length - 1) / SPANS_AT_ONCE) * SPANS_AT_ONCE
  for (let start = 0; start < lastChunk; start += SPANS_AT_ONCE)
    await appendChunk(db, workspaceId, spans.slice(start, start + SPANS_AT_ONCE), context, each)
  const results = await appendChunk(db, workspaceId, spans.slice(lastChunk), context, last)
  return resultsOf(also, results)
}

const resultsOf = (also: Batch, results: QueryResult<unknown>[]) =>
  results.slice(results.length - also.length)

async function appendChunk(
  db: Db,
  workspaceId: string,
  spans: readonly SpanDetail[],
  context: TraceContext,
  also: Batch,
): Promise<QueryResult<unknown>[]> {
  const texts = payloadTexts(spans)
  const locks = [...new Set(spans.map(({ traceId }) => lockOf(workspaceId, traceId)))]

  return await db.portable.exclusively(locks, async (queries) => {
    const known = await readKnown(db, queries, workspaceId, spans)
    const folded = foldSpans(known, workspaceId, spans, () => context)
    const roots = rootsOf(spans, folded)
    const write = { workspaceId, known, folded, texts, roots, also }
    return await writeSpans(db, queries, write)
  })
}
