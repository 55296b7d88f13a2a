import type { Exchange } from '@lathe/contract'
import { atomic, type Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { rowInserter } from '../insert-rows.ts'
import { toJson } from '../json.ts'
import { pack, unpack } from '../packed-json.ts'

const insertExchanges = rowInserter('exchanges', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

/** For `atomic`. An exchange happened once: delivered again, it changes nothing. */
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

/** In the order they began. */
export async function listExchanges(
  db: Queries,
  workspaceId: string,
  traceId: string,
  spanId?: string,
): Promise<Exchange[]> {
  let query = db
    .selectFrom('exchanges')
    .select('body')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
  if (spanId !== undefined) query = query.where('span_id', '=', spanId)
  const rows = await query.orderBy('id').execute()
  // The cast holds: `exchangeBatch` packed it.
  return rows.map((row) => unpack(row.body) as Exchange)
}
