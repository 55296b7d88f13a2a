import type { ListPrice, ModelPrice } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../platform/db/db.ts'
import type { ModelPricesTable } from '../platform/db/tables/models.ts'

const toPrice = (row: Selectable<ModelPricesTable>): ModelPrice => ({
  id: row.id,
  pattern: row.pattern,
  validFrom: row.valid_from,
  input: row.input_nanos,
  cachedRead: row.cached_read_nanos,
  cachedWrite: row.cached_write_nanos,
  output: row.output_nanos,
  reasoning: row.reasoning_nanos,
  audioInput: row.audio_input_nanos,
  audioOutput: row.audio_output_nanos,
  audioCached: row.audio_cached_nanos,
  source: row.source,
})

/** Lists prices by pattern, newest first. */
export async function listPrices(db: Queries, workspaceId: string): Promise<ModelPrice[]> {
  const rows = await db
    .selectFrom('model_prices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('pattern')
    .orderBy('valid_from', 'desc')
    .execute()
  return rows.map(toPrice)
}

const amountsOf = (price: ListPrice) => ({
  input_nanos: price.input,
  cached_read_nanos: price.cachedRead,
  cached_write_nanos: price.cachedWrite,
  output_nanos: price.output,
  reasoning_nanos: price.reasoning,
  audio_input_nanos: price.audioInput,
  audio_output_nanos: price.audioOutput,
  audio_cached_nanos: price.audioCached,
  source: price.source,
})

const rowOf = (workspaceId: string, price: ListPrice) => ({
  id: v7(),
  workspace_id: workspaceId,
  pattern: price.pattern,
  valid_from: price.validFrom,
  ...amountsOf(price),
})

const PLACE = ['workspace_id', 'pattern', 'valid_from'] as const

/** Replaces the price of the same pattern and date. Keeps its id. */
export async function setPrice(
  db: Queries,
  workspaceId: string,
  price: ListPrice,
): Promise<ModelPrice> {
  const row = await db
    .insertInto('model_prices')
    .values(rowOf(workspaceId, price))
    .onConflict((oc) => oc.columns(PLACE).doUpdateSet(amountsOf(price)))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPrice(row)
}

/** Inserts prices whose pattern and date are free. Returns those. */
export async function addPrices(
  db: Queries,
  workspaceId: string,
  prices: readonly ListPrice[],
): Promise<ModelPrice[]> {
  if (prices.length === 0) return []
  const rows = await db
    .insertInto('model_prices')
    .values(prices.map((price) => rowOf(workspaceId, price)))
    .onConflict((oc) => oc.columns(PLACE).doNothing())
    .returningAll()
    .execute()
  return rows.map(toPrice)
}

/** Returns whether the price existed. */
export async function deletePrice(db: Queries, workspaceId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('model_prices')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
