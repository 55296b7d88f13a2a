import type { Queries } from '../db.ts'
import { fromLegacyRow, LEGACY_BLOCK, mergePayloads, readBlock } from './payload-blocks.ts'
import { keyOf, type StoredPayload } from './payloads.ts'
import type { SpanRow } from '../../../traces/store/span-row.ts'

type SpanLocation = Pick<SpanRow, 'trace_id' | 'id' | 'payload_blocks'>

/** Databases limit the number of parameters. */
const BATCH_SIZE = 500
const PAGE = 200

type OnDamage = (span: SpanLocation, cause: unknown) => void

/**
 * Returns the payloads of spans by `keyOf`, without spans that have none. A payload that cannot be
 * decompressed is passed to `onDamage`, or throws.
 */
export async function loadPayloads(
  db: Queries,
  workspaceId: string,
  spans: readonly SpanLocation[],
  onDamage: OnDamage = fail,
): Promise<Map<string, StoredPayload>> {
  const found = new Map<string, StoredPayload>()
  for (let start = 0; start < spans.length; start += BATCH_SIZE) {
    const toStoredPayload = await createPayloadReader(
      db,
      workspaceId,
      spans.slice(start, start + BATCH_SIZE),
    )
    for (const span of spans.slice(start, start + BATCH_SIZE)) {
      try {
        const payload = toStoredPayload(span)
        if (payload) found.set(keyOf({ traceId: span.trace_id, id: span.id }), payload)
      } catch (cause) {
        onDamage(span, cause)
      }
    }
  }
  return found
}

const fail: OnDamage = (_, cause) => {
  throw cause
}

/** Reads all blocks at once and returns a lookup by span. */
async function createPayloadReader(
  db: Queries,
  workspaceId: string,
  spans: readonly SpanLocation[],
) {
  const locations = spans.map((span) => ({ ...span, blocks: splitBlockIds(span) }))
  const blockLocations = locations.filter(({ blocks }) => blocks.some((id) => id !== LEGACY_BLOCK))
  const legacy = locations.filter(({ blocks }) => blocks.includes(LEGACY_BLOCK))
  const [blocks, rows] = await Promise.all([
    readBlocks(db, workspaceId, blockLocations),
    readLegacy(db, workspaceId, legacy),
  ])
  return (span: SpanLocation): StoredPayload | undefined => {
    const { trace_id: traceId, id } = span
    return mergePayloads(
      splitBlockIds(span).flatMap((block) => {
        if (block === LEGACY_BLOCK) return rows.get(keyOf({ traceId, id }))?.() ?? []
        return (
          blocks
            .get(keyOf({ traceId, id: block }))?.()
            .get(id) ?? []
        )
      }),
    )
  }
}

/** Returns the numbers of the blocks that hold a span's payload, oldest first. */
export function splitBlockIds({
  payload_blocks: blocks,
}: Pick<SpanRow, 'payload_blocks'>): string[] {
  if (blocks === null) return [LEGACY_BLOCK]
  return blocks === '' ? [] : blocks.split(',')
}

const unique = (values: readonly string[]) => [...new Set(values)]

async function readBlocks(
  db: Queries,
  workspaceId: string,
  spans: readonly { trace_id: string; blocks: string[] }[],
): Promise<Map<string, () => Map<string, StoredPayload>>> {
  if (spans.length === 0) return new Map()
  const rows = await db
    .selectFrom('payload_blocks')
    .select(['trace_id', 'id', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', unique(spans.map((span) => span.trace_id)))
    .where('id', 'in', unique(spans.flatMap(({ blocks }) => blocks)))
    .execute()
  const requestedKeys = new Set(
    spans.flatMap(({ trace_id: traceId, blocks }) => blocks.map((id) => keyOf({ traceId, id }))),
  )
  return new Map(
    rows.flatMap(({ trace_id: traceId, id, body }) => {
      const key = keyOf({ traceId, id })
      return requestedKeys.has(key) ? [[key, lazy(() => readBlock(traceId, body))] as const] : []
    }),
  )
}

async function readLegacy(
  db: Queries,
  workspaceId: string,
  spans: readonly { trace_id: string; id: string }[],
): Promise<Map<string, () => StoredPayload>> {
  if (spans.length === 0) return new Map()
  const rows = await db
    .selectFrom('span_payloads')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', unique(spans.map((span) => span.trace_id)))
    .where('span_id', 'in', unique(spans.map(({ id }) => id)))
    .execute()
  return new Map(
    rows.map((row) => [
      keyOf({ traceId: row.trace_id, id: row.span_id }),
      () => fromLegacyRow(row),
    ]),
  )
}

const lazy = <T>(createValue: () => T): (() => T) => {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: createValue() }).value
}

/** Reads one span and its payload: in one query, unless several blocks or a row of an older version hold the payload. */
export async function findWithPayload(
  db: Queries,
  workspaceId: string,
  traceId: string,
  spanId: string,
): Promise<{ row: SpanRow; payload: StoredPayload | undefined } | undefined> {
  const found = await db
    .selectFrom('spans as s')
    .selectAll('s')
    // Not a join: Postgres would read all blocks of the trace and filter them.
    .select((eb) =>
      eb
        .selectFrom('payload_blocks as block')
        .select('block.body')
        .whereRef('block.workspace_id', '=', 's.workspace_id')
        .whereRef('block.trace_id', '=', 's.trace_id')
        .whereRef('block.id', '=', 's.payload_blocks')
        .as('block_body'),
    )
    .where('s.workspace_id', '=', workspaceId)
    .where('s.trace_id', '=', traceId)
    .where('s.id', '=', spanId)
    .executeTakeFirst()
  if (!found) return undefined
  const { block_body: body, ...row } = found
  const payload = body
    ? readBlock(traceId, body).get(spanId)
    : (await loadPayloads(db, workspaceId, [row])).get(keyOf({ traceId, id: spanId }))
  return { row, payload }
}

type TraceAddress = { db: Queries; workspaceId: string; id: string }

/** Yields the payloads of a trace in pages, by span id. */
export async function* readPayloads({
  db,
  workspaceId,
  id,
}: TraceAddress): AsyncGenerator<StoredPayload[]> {
  let after = ''
  for (;;) {
    const spans = await db
      .selectFrom('spans')
      .select(['trace_id', 'id', 'payload_blocks'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const payloads = await loadPayloads(db, workspaceId, spans)
    if (payloads.size > 0) yield [...payloads.values()]
    const last = spans.at(-1)
    if (!last || spans.length < PAGE) return
    after = last.id
  }
}
