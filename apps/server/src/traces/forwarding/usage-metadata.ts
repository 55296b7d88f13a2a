import type { JsonObject, Span } from '@lathe/contract'
import { isModelCall, toUsageMetadata } from '@lathe/traces'

/** What a model call used and cost, as LangSmith reads it; what is not known is not said. */
export function usageMetadata(span: Span): JsonObject | undefined {
  const { usage, cost } = span
  if (!usage || !isModelCall(span)) return undefined
  return {
    ...toUsageMetadata(usage),
    ...dollars('input_cost', cost?.input),
    ...dollars('output_cost', cost?.output),
    ...dollars('total_cost', cost?.total),
  }
}

const dollars = (name: string, nanos: number | null | undefined): JsonObject =>
  nanos == null ? {} : { [name]: nanos / 1e9 }
