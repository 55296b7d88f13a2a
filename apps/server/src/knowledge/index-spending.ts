import type { Collection } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import { embeddingCost } from '../models/embedding-cost.ts'
import type { AppContext } from '../api/context.ts'
import type { CollectionRow } from './collections.store.ts'

type Call = { workspaceId: string; collectionId: string; model: string; tokens: number | null }

/** Adds the usage of one provider call. */
export async function countSpending(
  { db, prices }: Pick<AppContext, 'db' | 'prices'>,
  { workspaceId, collectionId, model, tokens }: Call,
): Promise<void> {
  const cost = await embeddingCost({ prices, workspaceId }, model, tokens)
  await addSpending(db, collectionId, tokens, cost)
}

const addSpending = (db: Queries, id: string, tokens: number | null, cost: number | null) =>
  db
    .updateTable('collections')
    .set((eb) => ({
      index_tokens: eb('index_tokens', '+', tokens ?? 0),
      index_cost_nanos: eb('index_cost_nanos', '+', cost ?? 0),
      index_uncounted: eb('index_uncounted', '+', tokens === null ? 1 : 0),
      index_unpriced: eb('index_unpriced', '+', cost === null ? 1 : 0),
    }))
    .where('id', '=', id)
    .execute()

export const spendingOf = (row: CollectionRow): Collection['spent'] => ({
  tokens: row.index_uncounted > 0 ? null : row.index_tokens,
  cost: row.index_unpriced > 0 ? null : row.index_cost_nanos,
  pricedCost: row.index_cost_nanos,
  unpriced: row.index_unpriced,
})
