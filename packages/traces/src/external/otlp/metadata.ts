import type { Json, JsonObject } from '@lathe/contract'
import { isObject, objectOf } from '../fields.ts'
import { parsed } from './attributes.ts'
import type { OtlpSpan } from './otlp-span.ts'

/** What went in as a whole, by the name that says it first. */
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

/** Said elsewhere in the span, and large. */
const SAID =
  /^(gen_ai\.(prompt|completion|input\.messages|output\.messages|system_instructions|tool\.call\.(arguments|result))|llm\.((input|output)_messages|tools)|(input|output)\.value|mastra\.\w+\.(input|output)|ai\.(values?|embeddings?|prompt|response\.(text|reasoning|toolCalls|object))|traceloop\.entity\.(input|output)|langfuse\.(observation|trace)\.(input|output)|embedding\.embeddings|all_messages_events|pydantic_ai\.all_messages|retrieval\.documents|reranker\.output_documents)(\.|$)/

const isSaid = (key: string): boolean => SAID.test(key)

/** Prefixes whose rest is a key of the sender's own. */
const OWN = [
  'metadata.',
  'langsmith.metadata.',
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'traceloop.association.properties.',
  'mastra.metadata.',
  'langfuse.trace.metadata.',
  'langfuse.observation.metadata.',
]

/** What the program itself notes of a span; OpenInference has all of it in one text. */
export function ownMetadata(attributes: JsonObject): JsonObject {
  const own: JsonObject = { ...objectOf(parsed(attributes['metadata'])) }
  for (const [key, value] of Object.entries(attributes)) {
    const prefix = OWN.find((one) => key.startsWith(one))
    if (prefix) own[key.slice(prefix.length)] = structureIn(value)
  }
  return own
}

/** Attributes hold texts and numbers: lists and objects are written as a text. */
function structureIn(text: Json): Json {
  const value = parsed(text)
  return typeof value === 'object' ? value : text
}

/** That, and under `otel` what no convention names. */
export function metadataOf({ attributes, resource, scope, links }: OtlpSpan): JsonObject {
  const isOwn = (key: string) =>
    OWN.some((prefix) => key.startsWith(prefix)) ||
    (key === 'metadata' && isObject(parsed(attributes[key])))
  const rest = Object.entries(attributes).filter(([key]) => !isOwn(key) && !isSaid(key))
  const otel: JsonObject = {
    ...Object.fromEntries(rest),
    ...(scope !== '' && { scope }),
    ...(Object.keys(resource).length > 0 && { resource }),
    ...(links.length > 0 && { links }),
  }
  return { ...ownMetadata(attributes), otel }
}
