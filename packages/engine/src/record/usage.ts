import type { UsageMetadata } from '@langchain/core/messages'
import type { Cost, Usage } from '@lathe/contract'
import { addUsage, audioOf, noUsage } from '@lathe/contract'
import { addCost, isModelCall, callSpending, unknownCalls, withTotal } from '@lathe/traces'
import type { Call } from '@lathe/traces'

/** Looks a call up in the price table; all-null when the model has no known price. */
export type PriceOf = (model: string, usage: Usage, at: number) => Cost

export function toUsage(usage: UsageMetadata): Usage {
  const { input_token_details: input, output_token_details: output } = usage
  const parts: Usage = {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cachedRead: count(input?.cache_read),
    cachedWrite: count(input?.cache_creation),
    reasoning: count(output?.reasoning),
    ...audioOf(count(input?.audio), count(output?.audio)),
  }
  return withTotal(parts, count(usage.total_tokens))
}

/** What a run has used so far. One call whose cost nobody knows makes its cost unknown. */
export type Totals = {
  usage: Usage
  costNanos: number | null
  /** Of the calls whose cost is known: at least that much was spent. */
  pricedNanos: number
  /** Calls whose cost nobody knows. */
  unpriced: number
}

export const noTotals: Totals = {
  usage: noUsage,
  costNanos: 0,
  pricedNanos: 0,
  unpriced: 0,
}

export function addCall(totals: Totals, call: Call): Totals {
  if (!isModelCall(call)) return totals
  const spending = callSpending(call)
  return {
    usage: addUsage(totals.usage, call.usage ?? noUsage),
    costNanos: addCost(totals.costNanos, spending.cost),
    pricedNanos: totals.pricedNanos + spending.pricedCost,
    unpriced: totals.unpriced + unknownCalls(spending),
  }
}

const count = (tokens: number | undefined) => Math.max(0, Math.round(tokens ?? 0))
