import { ZERO_USAGE } from '@lathe/contract'
import type { AppContext } from '../api/context.ts'
import { now } from '../platform/time.ts'

type Pricing = Pick<AppContext, 'prices'> & { workspaceId: string }

/** Returns the cost in nano-dollars. Null if tokens or price are unknown. */
export async function embeddingCost(
  { prices, workspaceId }: Pricing,
  model: string,
  tokens: number | null,
): Promise<number | null> {
  if (tokens === null || tokens === 0) return tokens
  const priceOf = await prices.of(workspaceId)
  return priceOf(model, { ...ZERO_USAGE, input: tokens }, now()).total
}
