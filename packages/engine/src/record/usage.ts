import type { UsageMetadata } from '@langchain/core/messages'
import type { Cost, Usage } from '@lathe/contract'
import { addUsage, noUsage } from '@lathe/contract'

/** Looks a call up in the price table; all-null when the model has no known price. */
export type PriceOf = (model: string, usage: Usage, at: number) => Cost

export const unknownCost: Cost = { total: null, input: null, output: null, priceId: null }

export function toUsage(usage: UsageMetadata): Usage {
  const { input_token_details: input, output_token_details: output } = usage
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cachedRead: count(input?.cache_read),
    cachedWrite: count(input?.cache_creation),
    reasoning: count(output?.reasoning),
    audio: count(input?.audio) + count(output?.audio),
  }
}

/** What a run has used so far. One call without a known price makes its cost unknown. */
export type Totals = { usage: Usage; costNanos: number | null }

export const noTotals: Totals = { usage: noUsage, costNanos: 0 }

export const addTotals = (totals: Totals, usage: Usage, cost: Cost): Totals => ({
  usage: addUsage(totals.usage, usage),
  costNanos:
    totals.costNanos === null || cost.total === null ? null : totals.costNanos + cost.total,
})

const count = (tokens: number | undefined) => Math.max(0, Math.round(tokens ?? 0))
