import type { Cost, Json, JsonObject, Usage } from '@lathe/contract'
import { isObject, listOf, objectOf } from '../fields.ts'
import {
  fromProviderUsage,
  fromTokenUsage,
  fromUsageMetadata,
  sentCost,
  sumUsage,
} from '../usage-shapes.ts'

/** The places a run's tokens are found, the surest first. */
export function usageOfRun(outputs: JsonObject, metadata: JsonObject): Usage | undefined {
  return (
    fromUsageMetadata(outputs['usage_metadata']) ??
    fromUsageMetadata(metadata['usage_metadata']) ??
    usageOfValues(outputs) ??
    usageOfGenerations(outputs['generations']) ??
    fromProviderUsage(outputs['usage']) ??
    fromTokenUsage(objectOf(outputs['llmOutput'])['tokenUsage']) ??
    fromTokenUsage(objectOf(outputs['llm_output'])['token_usage'])
  )
}

/** A cost in dollars that came with the tokens. */
export function costOfRun(
  run: JsonObject,
  outputs: JsonObject,
  metadata: JsonObject,
): Cost | undefined {
  return (
    costOfUsage(outputs['usage_metadata']) ??
    costOfUsage(metadata['usage_metadata']) ??
    sentCost(run['prompt_cost'], run['completion_cost'], run['total_cost'])
  )
}

const costOfUsage = (value: Json | undefined): Cost | undefined =>
  isObject(value)
    ? sentCost(value['input_cost'], value['output_cost'], value['total_cost'])
    : undefined

const usageOfMessage = (value: Json): Usage | undefined =>
  isObject(value)
    ? (fromUsageMetadata(value['usage_metadata']) ??
      fromUsageMetadata(objectOf(value['kwargs'])['usage_metadata']))
    : undefined

const usageOfValues = (outputs: JsonObject): Usage | undefined =>
  Object.values(outputs)
    .map((value) => usageOfMessage(value))
    .find((usage) => usage !== undefined)

const usageOfGenerations = (generations: Json | undefined): Usage | undefined =>
  sumUsage(
    listOf(generations)
      .flat()
      .map((generation) => usageOfMessage(objectOf(generation)['message'] ?? null)),
  )
