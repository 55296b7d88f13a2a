import type { JsonObject, Span } from '@lathe/contract'
import { isModelCall } from '@lathe/traces'

/** What a model call used and cost, as LangSmith reads it; what is not known is not said. */
export function usageMetadata(span: Span): JsonObject | undefined {
  const { usage, cost } = span
  if (!usage || !isModelCall(span)) return undefined
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    input_token_details: {
      cache_read: usage.cachedRead,
      cache_creation: usage.cachedWrite,
      ...(usage.audio > 0 && { audio: usage.audio }),
    },
    output_token_details: { reasoning: usage.reasoning },
    ...dollars('input_cost', cost?.input),
    ...dollars('output_cost', cost?.output),
    ...dollars('total_cost', cost?.total),
  }
}

const dollars = (name: string, nanos: number | null | undefined): JsonObject =>
  nanos == null ? {} : { [name]: nanos / 1e9 }
