import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { toObject } from '../fields.ts'
import { parseJsonText } from './attributes.ts'
import type { OtlpSpan } from './otlp-span.ts'

/** Attributes with a whole input, in order of preference. */
export const PLAIN_INPUTS = [
  'gen_ai.prompt',
  'gen_ai.tool.call.arguments',
  'gen_ai.retrieval.query.text',
  'input.value',
  'traceloop.entity.input',
  'langfuse.observation.input',
  'ai.toolCall.args',
  'ai.prompt',
  'ai.value',
  'prompt',
]

export const PLAIN_OUTPUTS = [
  'gen_ai.completion',
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.documents',
  'output.value',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'ai.toolCall.result',
  'ai.response.object',
  'ai.response.text',
  'ai.embedding',
  'ai.embeddings',
  'final_result',
]

/** Large attributes whose content is stored elsewhere in the span. */
const PAYLOAD_ATTRIBUTE =
  /^(gen_ai\.(prompt|completion|input\.messages|output\.messages|system_instructions|tool\.call\.(arguments|result))|llm\.((input|output)_messages|tools)|(input|output)\.value|mastra\.\w+\.(input|output)|ai\.(values?|embeddings?|prompt|response\.(text|reasoning|toolCalls|object))|traceloop\.entity\.(input|output)|langfuse\.(observation|trace)\.(input|output)|embedding\.embeddings|all_messages_events|pydantic_ai\.all_messages|retrieval\.documents|reranker\.output_documents)(\.|$)/

const isPayloadAttribute = (key: string): boolean => PAYLOAD_ATTRIBUTE.test(key)

/** Prefixes of keys that the sender chose. */
const METADATA_PREFIXES = [
  'metadata.',
  'langsmith.metadata.',
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'traceloop.association.properties.',
  'mastra.metadata.',
  'langfuse.trace.metadata.',
  'langfuse.observation.metadata.',
]

/** Returns the sender's own metadata. OpenInference sends all of it as one text. */
export function senderMetadata(attributes: JsonObject): JsonObject {
  const metadata: JsonObject = { ...toObject(parseJsonText(attributes['metadata'])) }
  for (const [key, value] of Object.entries(attributes)) {
    const prefix = METADATA_PREFIXES.find((candidate) => key.startsWith(candidate))
    if (prefix) metadata[key.slice(prefix.length)] = parseStructure(value)
  }
  return metadata
}

/** Attributes contain strings and numbers only, so lists and objects are encoded as text. */
function parseStructure(text: Json): Json {
  const value = parseJsonText(text)
  return typeof value === 'object' ? value : text
}

/** Returns the sender's metadata, with the attributes that no convention covers under `otel`. */
export function spanMetadata({ attributes, resource, scope, links }: OtlpSpan): JsonObject {
  const isMetadataKey = (key: string) =>
    METADATA_PREFIXES.some((prefix) => key.startsWith(prefix)) ||
    (key === 'metadata' && isJsonObject(parseJsonText(attributes[key])))
  const rest = Object.entries(attributes).filter(
    ([key]) => !isMetadataKey(key) && !isPayloadAttribute(key),
  )
  const otel: JsonObject = {
    ...Object.fromEntries(rest),
    ...(scope !== '' && { scope }),
    ...(Object.keys(resource).length > 0 && { resource }),
    ...(links.length > 0 && { links }),
  }
  return { ...senderMetadata(attributes), otel }
}
