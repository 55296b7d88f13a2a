import { noUsage } from '@lathe/contract'
import type { AppContext } from '../api/context.ts'
import { now } from '../platform/time.ts'

/** Says of a model whether what its calls cost will be known. */
export async function priceKnown({
  prices,
  workspaceId,
}: Pick<AppContext, 'prices'> & { workspaceId: string }): Promise<(model: string) => boolean> {
  const priceOf = await prices.of(workspaceId)
  const at = now()
  return (model) => priceOf(model, noUsage, at).total !== null
}
