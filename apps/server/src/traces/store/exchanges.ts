import { convertFormerExchange, Exchange } from '@lathe/contract'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { pack, unpack } from '../../platform/db/packed-json.ts'

const insertExchanges = rowInserter('exchanges', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** Inserts exchanges and ignores those that are stored: ingesting one again changes nothing. */
export async function exchangeBatch(
  db: Queries,
  workspaceId: string,
  exchanges: readonly Exchange[],
): Promise<Batch> {
  const rows = await Promise.all(
    exchanges.map(async (exchange) => ({
      workspace_id: workspaceId,
      trace_id: exchange.traceId,
      id: exchange.id,
      span_id: exchange.spanId,
      kind: exchange.kind,
      name: exchange.name,
      fingerprint: exchange.fingerprint,
      address: toJson(exchange.address),
      body: await pack(exchange),
    })),
  )
  return insertExchanges(db, rows)
}

export async function appendExchanges(
  db: Queries,
  workspaceId: string,
  exchanges: readonly Exchange[],
): Promise<void> {
  await atomic(db, await exchangeBatch(db, workspaceId, exchanges))
}

/** Lists exchanges in the order they began. Omits unreadable ones. */
export async function listExchanges(
  db: Queries,
  workspaceId: string,
  traceId: string,
  spanId?: string,
): Promise<Exchange[]> {
  return (await readRecording(db, workspaceId, traceId, spanId)).exchanges
}

export type Recording = {
  exchanges: Exchange[]
  /** Recorded exchanges whose bytes were truncated or changed. */
  damaged: Pick<Exchange, 'kind' | 'name' | 'address' | 'fingerprint'>[]
}

/** Reads the whole recording of a trace, in the order it began. */
export async function readRecording(
  db: Queries,
  workspaceId: string,
  traceId: string,
  spanId?: string,
): Promise<Recording> {
  let query = db
    .selectFrom('exchanges')
    .select(['id', 'kind', 'name', 'address', 'fingerprint', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
  if (spanId !== undefined) query = query.where('span_id', '=', spanId)
  const recording: Recording = { exchanges: [], damaged: [] }
  for (const { id, body, kind, name, address, fingerprint } of await query
    .orderBy('id')
    .execute()) {
    const exchange = parseExchange(body)
    if (exchange?.id === id && exchange.fingerprint === fingerprint)
      recording.exchanges.push(exchange)
    else recording.damaged.push({ kind, name, fingerprint, address: fromJson(address) })
  }
  return recording
}

function parseExchange(body: Uint8Array): Exchange | undefined {
  try {
    return Exchange.safeParse(convertFormerExchange(unpack(body))).data
  } catch {
    return undefined
  }
}
