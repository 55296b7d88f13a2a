import type { UsageMetadata } from '@langchain/core/messages'
import type { Cost, Usage } from '@lathe/contract'
import { addUsage, audioUsage, ZERO_USAGE } from '@lathe/contract'
import { addCost, isModelCall, callSpending, unknownCalls, withTotal } from '@lathe/traces'
import type { Call } from '@lathe/traces'

/** Looks up a call's cost. All fields are null if the model has no price. */
export type PriceUsage = (model: string, usage: Usage, timestamp: number) => Cost

/** Converts LangChain's usage metadata to the usage of a span, in tokens. */
export function toUsage(usage: UsageMetadata): Usage {
  const { input_token_details: input, output_token_details: output } = usage
  const parts: Usage = {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cachedRead: count(input?.cache_read),
    cachedWrite: count(input?.cache_creation),
    reasoning: count(output?.reasoning),
    ...audioUsage(count(input?.audio), count(output?.audio)),
  }
  return withTotal(parts, count(usage.total_tokens))
}

/** Usage of a run so far. A call with unknown cost makes the total cost unknown. */
export type Totals = {
  usage: Usage
  costNanos: number | null
  /** Known part of the cost. */
  pricedNanos: number
  /** Number of calls with unknown cost. */
  unpriced: number
}

export const noTotals: Totals = {
  usage: ZERO_USAGE,
  costNanos: 0,
  pricedNanos: 0,
  unpriced: 0,
}

/** Adds the tokens and cost of a model call to the totals. Other calls do not change them. */
export function addCall(totals: Totals, call: Call): Totals {
  if (!isModelCall(call)) return totals
  const spending = callSpending(call)
  return {
    usage: addUsage(totals.usage, call.usage ?? ZERO_USAGE),
    costNanos: addCost(totals.costNanos, spending.cost),
    pricedNanos: totals.pricedNanos + spending.pricedCost,
    unpriced: totals.unpriced + unknownCalls(spending),
  }
}

const count = (tokens: number | undefined) => Math.max(0, Math.round(tokens ?? 0))
