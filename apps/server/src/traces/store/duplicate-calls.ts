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
import type { Known } from './fold-spans.ts'
import { LiveTraces } from '../query/live-traces.ts'
import { isReady, type PayloadJson } from '../../platform/db/payloads/payload-json.ts'
import { keyOf, type StoredPayload, toPayload } from '../../platform/db/payloads/payloads.ts'
import { lockOf } from '../query/read-known.ts'
import { type SpanRow, usageOf } from './span-row.ts'
import { isDuplicateRow } from '../metrics/spending.ts'

/**
 * In larger traces only spans of the same batch are compared, because exporters send duplicates
 * together.
 */
const MOST_SPANS = 10_000

type Arrived = {
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
  known: Known,
  { rows, calls, readPayloads }: Arrived,
): Promise<RetaggedCall[]> {
  const arrived = [...calls.keys()].flatMap((key) => {
    const row = rows.get(key)
    return row && isComparable(row) ? [row] : []
  })
  if (arrived.length === 0) return []
  const stored = await readSiblings(db, queries, known, arrived)
  const near = nearCalls(arrived, [
    ...arrived,
    ...stored.filter((row) => isComparable(row) && !rows.has(keyIn(row))),
  ])
  if (near.length === 0) return []

  const payloads = await readPayloads(near.filter((row) => !calls.has(keyIn(row))))
  const findSource = (row: SpanRow) => [calls.get(keyIn(row)), payloads.get(keyIn(row))] as const
  const scoped = near.map((row) => ({ row, scope: readScope(...findSource(row)) }))
  return [...Map.groupBy(scoped, ({ row }) => row.trace_id).values()].flatMap((some) => {
    if (new Set(some.map(({ scope }) => scope)).size < 2) return []
    const compared = some.map(({ row, scope }) => ({
      ...toCall(row, scope),
      messages: readMessages(...findSource(row)),
    }))
    const duplicates = findDuplicateCalls(compared)
    return some.flatMap(({ row }) =>
      duplicates.has(row.id) === isDuplicateRow(row)
        ? []
        : [{ before: row, after: retag(row, duplicates.has(row.id)) }],
    )
  })
}

/** Calls that may duplicate the new calls, directly or through other calls. */
function nearCalls(arrived: readonly SpanRow[], all: readonly SpanRow[]): SpanRow[] {
  const byParent = Map.groupBy(all, (row) => `${row.trace_id}/${row.parent_id}`)
  const byKey = new Map(all.map((row) => [keyIn(row), row]))
  const found = new Set<SpanRow>()
  const queue = [...arrived]
  for (let row = queue.pop(); row; row = queue.pop()) {
    const parentKey = `${row.trace_id}/${row.parent_id}`
    const around = [
      ...(byParent.get(parentKey) ?? []),
      ...(byParent.get(keyIn(row)) ?? []),
      byKey.get(parentKey) ?? row,
    ]
    for (const other of around) {
      // Instrumentation names are read later. Until then each call counts as a different one.
      if (found.has(other) || !mayBeDuplicates(toCall(row, row.id), toCall(other, other.id)))
        continue
      found.add(other)
      queue.push(other)
    }
  }
  return [...found]
}

const keyIn = (row: SpanRow) => keyOf({ traceId: row.trace_id, id: row.id })

const isComparable = ({ kind, parent_id, ended_at, model }: SpanRow): boolean =>
  kind === 'model' && parent_id !== null && ended_at !== null && model !== null

function retag(row: SpanRow, isRepeated: boolean): SpanRow {
  const others = fromJson(row.tags).filter((tag) => tag !== DUPLICATE)
  return { ...row, tags: toJson(isRepeated ? [...others, DUPLICATE] : others) }
}

async function readSiblings(
  db: Db,
  queries: Queries,
  known: Known,
  arrived: readonly SpanRow[],
): Promise<SpanRow[]> {
  const live = LiveTraces.of(db)
  const found: SpanRow[] = []
  const unread: SpanRow[] = []
  for (const rows of Map.groupBy(arrived, (row) => row.trace_id).values()) {
    const [row] = rows
    const trace = row && known.traces.get(row.trace_id)
    if (!trace || trace.span_count > MOST_SPANS) continue
    const remembered = live?.get(lockOf(trace.workspace_id, trace.id))
    if (remembered) found.push(...remembered.spans.values())
    else unread.push(row)
  }
  const [first] = unread
  if (!first) return found
  const stored = await queries
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
  return [...found, ...stored]
}

const toCall = (row: SpanRow, scope: string): ReportedCall => ({
  scope,
  id: row.id,
  parentId: row.parent_id,
  models: [row.model, row.asked_model].flatMap((name) => (name === null ? [] : [name])),
  startedAt: row.started_at,
  endedAt: row.ended_at ?? row.started_at,
  usage: usageOf(row),
})

type Source = readonly [arrived: CompletedSpan | undefined, stored: StoredPayload | undefined]

function readScope(...[arrived, stored]: Source): string {
  const { scope } = toObject((arrived?.metadata.told ?? toPayload(stored).metadata)['otel'])
  return typeof scope === 'string' ? scope : ''
}

function readMessages(...[arrived, stored]: Source): string {
  const json = arrived?.texts.inputs
  return comparableMessages(json == null ? toPayload(stored).inputs : parseJson(json))
}

function parseJson(json: PayloadJson): Json {
  const text = isReady(json) ? json.json : json
  // The cast holds: this type was serialized.
  return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString()) as Json
}
