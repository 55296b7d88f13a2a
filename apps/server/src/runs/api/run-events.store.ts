import type { Json, RunEvent, RunEventBody } from '@lathe/contract'
import { BlockBuffer, type BlockList } from '../../platform/db/value-blocks/block-buffer.ts'
import {
  type BlockPlace,
  insertBlocks,
  readValues,
  toList,
} from '../../platform/db/value-blocks/blocks.store.ts'
import type { Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { fromJson, fromJsonOrNull, toJson, toJsonOrNull } from '../../platform/db/json.ts'
import type { EventRef, RunEventsTable } from '../../platform/db/tables/runs.ts'

/** Consecutive events of one run, as they are stored. */
export type EventChunk = { runId: string; events: readonly RunEvent[] }

/** Moves large values to the buffer, whose blocks must be stored no later than the row. */
export function toEventsRow({ runId, events }: EventChunk, buffer: BlockBuffer): RunEventsTable {
  const { events: lightEvents, blocks, refs } = withoutValues(events, buffer)
  return {
    run_id: runId,
    first_seq: events[0]?.seq ?? 0,
    last_seq: events.at(-1)?.seq ?? 0,
    events: toJson(lightEvents),
    blocks: toJsonOrNull(blocks.length > 0 ? blocks : null),
    refs: toJsonOrNull(refs.length > 0 ? refs : null),
  }
}

/** Ignores rows that exist: a retried write may have succeeded. */
export const insertEvents = rowInserter('run_events', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** Inserts events of a run in rows of at most `perRow` events, for `atomic`. */
export function eventsBatch(
  db: Queries,
  place: BlockPlace,
  { runId, events }: EventChunk,
  perRow: number,
): Batch {
  const buffer = new BlockBuffer()
  const rows: RunEventsTable[] = []
  for (let start = 0; start < events.length; start += perRow)
    rows.push(toEventsRow({ runId, events: events.slice(start, start + perRow) }, buffer))
  return [...insertBlocks(db, place, buffer.take()), ...insertEvents(db, rows)]
}

const ROWS_AT_ONCE = 50

/** Bounds the memory of a slow reader: a page ends once its values exceed this. */
const BYTES_AT_ONCE = 4 * 1024 * 1024

/** Lists events after a sequence number, in order. Empty if there are no more. */
export async function listRunEvents(
  db: Queries,
  runId: string,
  after: number,
): Promise<RunEvent[]> {
  const rows = await db
    .selectFrom('run_events')
    .select(['events', 'blocks', 'refs'])
    .where('run_id', '=', runId)
    .where('last_seq', '>', after)
    .orderBy('first_seq')
    .limit(ROWS_AT_ONCE)
    .execute()
  const allEvents: RunEvent[] = []
  let bytes = 0
  let place: BlockPlace | undefined
  for (const row of rows) {
    if (bytes > BYTES_AT_ONCE) break
    if (row.refs !== null) place ??= await findPlace(db, runId)
    const read = place
      ? await withValues(db, place, row)
      : { events: fromJson(row.events), bytes: 0 }
    allEvents.push(...read.events.filter(({ seq }) => seq > after))
    bytes += read.bytes
  }
  return allEvents
}

async function findPlace(db: Queries, runId: string): Promise<BlockPlace> {
  const { workspace_id: workspaceId, thread_id: threadId } = await db
    .selectFrom('runs')
    .select(['workspace_id', 'thread_id'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  return { workspaceId, threadId }
}

async function withValues(
  db: Queries,
  place: BlockPlace,
  row: Pick<RunEventsTable, 'events' | 'blocks' | 'refs'>,
): Promise<{ events: RunEvent[]; bytes: number }> {
  const events = fromJson(row.events)
  const blocks = toList(row.blocks)
  const valueOf = await readValues(db, place, [blocks])
  let bytes = 0
  for (const [index, path, places] of fromJsonOrNull(row.refs) ?? []) {
    const event = events[index]
    const value = valueOf(places.map((blockIndex) => blocks[blockIndex] ?? ''))
    if (!event || !value) continue
    bytes += value.length
    // The cast holds: the value was made from JSON.
    events[index] = putValue(event, path, JSON.parse(value.toString()) as Json)
  }
  return { events, bytes }
}

/** Events without their large values, and references to those values. */
type WithoutValues = { events: RunEvent[]; blocks: BlockList; refs: EventRef[] }

/** Moves large values of events to the buffer and replaces them with null. */
function withoutValues(events: readonly RunEvent[], buffer: BlockBuffer): WithoutValues {
  const indexes = new Map<string, number>()
  const refs: EventRef[] = []
  const indexBlock = (hash: string) => {
    const index = indexes.get(hash) ?? indexes.size
    indexes.set(hash, index)
    return index
  }
  const lightEvents = events.map((event, index) => {
    const body = mapValues(event.body, (value, path) => {
      const blocks = buffer.addJson(value)
      if (!blocks) return value
      refs.push([index, path, blocks.map(indexBlock)])
      return null
    })
    return body === event.body ? event : { ...event, body }
  })
  return { events: lightEvents, blocks: [...indexes.keys()], refs }
}

/** Restores a value at its path. */
function putValue(event: RunEvent, path: readonly string[], value: Json): RunEvent {
  const body = mapValues(event.body, (current, valuePath) =>
    valuePath.length === path.length && valuePath.every((key, index) => key === path[index])
      ? value
      : current,
  )
  return { ...event, body }
}

type Map = (value: Json, path: string[]) => Json

/** Maps the values of an event that can be large. */
function mapValues(body: RunEventBody, map: Map): RunEventBody {
  switch (body.type) {
    case 'state':
      return { ...body, channels: mapRecord(body.channels, 'channels', map) }
    case 'node-end':
      return body.writes ? { ...body, writes: mapRecord(body.writes, 'writes', map) } : body
    case 'tool-call':
      return {
        ...body,
        ...(body.args !== undefined && { args: map(body.args, ['args']) }),
        ...(body.result !== undefined && { result: map(body.result, ['result']) }),
      }
    default:
      return body
  }
}

const mapRecord = (record: Readonly<Record<string, Json>>, name: string, map: Map) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, [name, key])]))
