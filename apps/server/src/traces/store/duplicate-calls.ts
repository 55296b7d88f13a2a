import { DUPLICATE, type Json } from '@lathe/contract'
import {
  comparableMessages,
  findDuplicateCalls,
  mayBeDuplicates,
  toObject,
  type ReportedCall,
} from '@lathe/traces/external'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { CompletedSpan } from './complete-part.ts'
import type { StoredRows } from './fold-spans.ts'
import { LiveTraces } from './live-traces.ts'
import { isReady, type PayloadJson } from '../../platform/db/payloads/payload-json.ts'
import { keyOf, type StoredPayload, toPayload } from '../../platform/db/payloads/payloads.ts'
import { traceLockKey } from './load-stored.ts'
import { type SpanRow, readUsage } from './span-row.ts'
import { isDuplicateRow } from '../metrics/spending.ts'

/**
 * In larger traces only spans of the same batch are compared, because exporters send duplicates
 * together.
 */
const MAX_TRACE_SPANS = 10_000

type ReceivedSpans = {
  rows: ReadonlyMap<string, SpanRow>
  /** Model calls with payloads, by `keyOf`. */
  calls: ReadonlyMap<string, CompletedSpan>
  readPayloads: (rows: readonly SpanRow[]) => Promise<Map<string, StoredPayload>>
}

export type RetaggedCall = { before: SpanRow; after: SpanRow }

/** Returns the calls whose duplicate tag changes because of the new spans. */
export async function retagDuplicates(
  db: Db,
  queries: Queries,
  stored: StoredRows,
  { rows, calls, readPayloads }: ReceivedSpans,
): Promise<RetaggedCall[]> {
  const received = [...calls.keys()].flatMap((key) => {
    const row = rows.get(key)
    return row && isComparable(row) ? [row] : []
  })
  if (received.length === 0) return []
  const siblings = await readSiblings(db, queries, stored, received)
  const nearbyCalls = findNearbyCalls(received, [
    ...received,
    ...siblings.filter((row) => isComparable(row) && !rows.has(rowKey(row))),
  ])
  if (nearbyCalls.length === 0) return []

  const payloads = await readPayloads(nearbyCalls.filter((row) => !calls.has(rowKey(row))))
  const findSource = (row: SpanRow) => [calls.get(rowKey(row)), payloads.get(rowKey(row))] as const
  const scoped = nearbyCalls.map((row) => ({ row, scope: readScope(...findSource(row)) }))
  return [...Map.groupBy(scoped, ({ row }) => row.trace_id).values()].flatMap((traceCalls) => {
    if (new Set(traceCalls.map(({ scope }) => scope)).size < 2) return []
    const comparedCalls = traceCalls.map(({ row, scope }) => ({
      ...toCall(row, scope),
      messages: readMessages(...findSource(row)),
    }))
    const duplicates = findDuplicateCalls(comparedCalls)
    return traceCalls.flatMap(({ row }) =>
      duplicates.has(row.id) === isDuplicateRow(row)
        ? []
        : [{ before: row, after: retag(row, duplicates.has(row.id)) }],
    )
  })
}

/** Calls that may duplicate the new calls, directly or through other calls. */
function findNearbyCalls(received: readonly SpanRow[], candidates: readonly SpanRow[]): SpanRow[] {
  const byParent = Map.groupBy(candidates, (row) => `${row.trace_id}/${row.parent_id}`)
  const byKey = new Map(candidates.map((row) => [rowKey(row), row]))
  const found = new Set<SpanRow>()
  const queue = [...received]
  for (let row = queue.pop(); row; row = queue.pop()) {
    const parentKey = `${row.trace_id}/${row.parent_id}`
    const neighbours = [
      ...(byParent.get(parentKey) ?? []),
      ...(byParent.get(rowKey(row)) ?? []),
      byKey.get(parentKey) ?? row,
    ]
    for (const other of neighbours) {
      // Instrumentation names are read later. Until then each call counts as a different one.
      if (found.has(other) || !mayBeDuplicates(toCall(row, row.id), toCall(other, other.id)))
        continue
      found.add(other)
      queue.push(other)
    }
  }
  return [...found]
}

const rowKey = (row: SpanRow) => keyOf({ traceId: row.trace_id, id: row.id })

const isComparable = ({ kind, parent_id, ended_at, model }: SpanRow): boolean =>
  kind === 'model' && parent_id !== null && ended_at !== null && model !== null

function retag(row: SpanRow, isDuplicate: boolean): SpanRow {
  const otherTags = fromJson(row.tags).filter((tag) => tag !== DUPLICATE)
  return { ...row, tags: toJson(isDuplicate ? [...otherTags, DUPLICATE] : otherTags) }
}

async function readSiblings(
  db: Db,
  queries: Queries,
  stored: StoredRows,
  received: readonly SpanRow[],
): Promise<SpanRow[]> {
  const live = LiveTraces.of(db)
  const found: SpanRow[] = []
  const unread: SpanRow[] = []
  for (const rows of Map.groupBy(received, (row) => row.trace_id).values()) {
    const [row] = rows
    const trace = row && stored.traces.get(row.trace_id)
    if (!trace || trace.span_count > MAX_TRACE_SPANS) continue
    const cached = live?.get(traceLockKey(trace.workspace_id, trace.id))
    if (cached) found.push(...cached.spans.values())
    else unread.push(row)
  }
  const [first] = unread
  if (!first) return found
  const rows = await queries
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', first.workspace_id)
    .where((eb) =>
      db.portable.isOneOf(
        eb.ref('trace_id'),
        unread.map((row) => row.trace_id),
      ),
    )
    .where('kind', '=', 'model')
    .execute()
  return [...found, ...rows]
}

const toCall = (row: SpanRow, scope: string): ReportedCall => ({
  scope,
  id: row.id,
  parentId: row.parent_id,
  models: [row.model, row.asked_model].flatMap((name) => (name === null ? [] : [name])),
  startedAt: row.started_at,
  endedAt: row.ended_at ?? row.started_at,
  usage: readUsage(row),
})

type CallSource = readonly [arrived: CompletedSpan | undefined, stored: StoredPayload | undefined]

function readScope(...[received, stored]: CallSource): string {
  const { scope } = toObject((received?.metadata.merged ?? toPayload(stored).metadata)['otel'])
  return typeof scope === 'string' ? scope : ''
}

function readMessages(...[received, stored]: CallSource): string {
  const json = received?.texts.inputs
  return comparableMessages(json == null ? toPayload(stored).inputs : parseJson(json))
}

function parseJson(json: PayloadJson): Json {
  const text = isReady(json) ? json.json : json
  // The cast holds: this type was serialized.
  return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString()) as Json
}
