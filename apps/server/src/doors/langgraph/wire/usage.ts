import type { JsonObject, Usage } from '@lathe/contract'

/** LangChain's `usage_metadata`. */
export function toWireUsage(usage: Usage): JsonObject {
  const { input, output, cachedRead, cachedWrite, reasoning } = usage
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_token_details: { cache_read: cachedRead, cache_creation: cachedWrite },
    output_token_details: { reasoning },
  }
}
