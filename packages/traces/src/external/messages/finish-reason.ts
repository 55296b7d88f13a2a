import type { Json, JsonObject } from '@lathe/contract'
import { firstText, listOf, objectOf } from '../fields.ts'
import { parsed } from '../otlp/attributes.ts'

/** Why a model ended its answer, in its provider's word. */
export function finishReasonOf(outputs: JsonObject, metadata: JsonObject): string | undefined {
  const [generation] = listOf(outputs['generations']).flat().map(objectOf)
  const told = [
    objectOf(generation?.['generationInfo'] ?? generation?.['generation_info']),
    ...[generation?.['message'], outputs['output'], outputs].map(responseOf),
    ...[...listOf(outputs['choices']), ...listOf(outputs['candidates'])].map(objectOf),
    ...listOf(outputs['messages']).map(objectOf).toReversed(),
    outputs,
  ]
  return firstText(...told.flatMap(reasonsOf), ...reasonsIn(metadata))
}

const KEYS = ['finish_reason', 'stop_reason', 'finishReason', 'stopReason', 'done_reason']

const reasonsOf = (told: JsonObject) => [
  ...KEYS.map((key) => told[key]),
  // Of the Responses API.
  objectOf(told['incomplete_details'])['reason'],
]

/** What LangChain's messages tell of the response they came in. */
function responseOf(message: Json | undefined): JsonObject {
  const given = objectOf(message)
  return objectOf((given['kwargs'] ? objectOf(given['kwargs']) : given)['response_metadata'])
}

function reasonsIn(metadata: JsonObject): (Json | undefined)[] {
  const otel = objectOf(metadata['otel'])
  const reasons = parsed(otel['gen_ai.response.finish_reasons'])
  return [
    Array.isArray(reasons) ? reasons[0] : reasons,
    otel['ai.response.finishReason'],
    otel['llm.finish_reason'],
  ]
}

const LENGTH = /^(length|max_(output_)?tokens|model_length|model_context_window_exceeded)$/
const FILTER =
  /^(content_filter(ed)?|safety|recitation|refusal|guardrail_intervened|blocklist|prohibited_content|spii)$/

/** What kept a model from saying all that it would have said. */
export function cutShortBy(reason: string | null): 'length' | 'filter' | undefined {
  const word = reason?.toLowerCase().replaceAll('-', '_') ?? ''
  if (LENGTH.test(word)) return 'length'
  return FILTER.test(word) ? 'filter' : undefined
}
