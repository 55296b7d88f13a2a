import { ZERO_USAGE } from '@lathe/contract'
import type { AppContext } from '../api/context.ts'
import { now } from '../platform/time.ts'

/** Returns a function that reports whether a model has a price. */
export async function priceKnown({
  prices,
  workspaceId,
}: Pick<AppContext, 'prices'> & { workspaceId: string }): Promise<(model: string) => boolean> {
  const priceOf = await prices.of(workspaceId)
  const at = now()
  return (model) => priceOf(model, ZERO_USAGE, at).total !== null
}
