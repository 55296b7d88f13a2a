import type { Json, JsonObject } from '@lathe/contract'
import { isObject, objectOf } from '../fields.ts'
import { parsed } from './attributes.ts'
import type { OtlpSpan } from './otlp-span.ts'
import { isSaid } from './said-attributes.ts'

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
