import type { Cost, Json, JsonObject, Usage } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { toList, toObject } from '../fields.ts'
import {
  fromProviderUsage,
  fromTokenUsage,
  fromUsageMetadata,
  hourCacheWrites,
  toSentCost,
  sumUsage,
} from '../usage-shapes.ts'

/** Finds the token usage of a run, most reliable source first. */
export function usageOfRun(outputs: JsonObject, metadata: JsonObject): Usage | undefined {
  return (
    fromUsageMetadata(outputs['usage_metadata']) ??
    fromUsageMetadata(metadata['usage_metadata']) ??
    usageOfValues(outputs) ??
    usageOfGenerations(outputs['generations']) ??
    fromProviderUsage(outputs['usage']) ??
    usageOfAnswer(toObject(outputs['llmOutput'])) ??
    usageOfAnswer(toObject(outputs['llm_output']))
  )
}

/** Reads the provider's counts under the name that LangChain's integration gives them. */
const usageOfAnswer = (answer: JsonObject): Usage | undefined =>
  fromUsageMetadata(answer['usage_metadata']) ??
  fromTokenUsage(answer['tokenUsage']) ??
  fromTokenUsage(answer['token_usage']) ??
  fromProviderUsage(answer['usage'])

/** Returns the cost in dollars that was sent with a run. Undefined if none was. */
export function costOfRun(
  run: JsonObject,
  outputs: JsonObject,
  metadata: JsonObject,
): Cost | undefined {
  return (
    costOfUsage(outputs['usage_metadata']) ??
    costOfUsage(metadata['usage_metadata']) ??
    toSentCost(run['prompt_cost'], run['completion_cost'], run['total_cost'])
  )
}

const costOfUsage = (value: Json | undefined): Cost | undefined =>
  isJsonObject(value)
    ? toSentCost(value['input_cost'], value['output_cost'], value['total_cost'])
    : undefined

function usageOfMessage(value: Json): Usage | undefined {
  if (!isJsonObject(value)) return undefined
  const message = isJsonObject(value['kwargs']) ? value['kwargs'] : value
  const answer = toObject(message['response_metadata'])
  const usage = fromUsageMetadata(message['usage_metadata']) ?? usageOfAnswer(answer)
  return usage && withHourWrites(usage, toObject(answer['usage']))
}

/**
 * LangChain's Anthropic integration sums cache writes of all lifetimes but keeps Anthropic's own
 * counts.
 */
function withHourWrites(usage: Usage, answer: JsonObject): Usage {
  const hour = Math.min(usage.cachedWrite, hourCacheWrites(answer))
  return hour > 0 ? { ...usage, cachedWrite1h: hour } : usage
}

const usageOfValues = (outputs: JsonObject): Usage | undefined =>
  Object.values(outputs)
    .map((value) => usageOfMessage(value))
    .find((usage) => usage !== undefined)

const usageOfGenerations = (generations: Json | undefined): Usage | undefined =>
  sumUsage(
    toList(generations)
      .flat()
      .map((generation) => usageOfMessage(toObject(generation)['message'] ?? null)),
  )
