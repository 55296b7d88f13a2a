import type { JsonObject } from '@lathe/contract'
import { objectOf } from '../fields.ts'
import { KEPT } from '../langsmith/run-part.ts'
import { below, parsed } from '../otlp/attributes.ts'

/** What says what is asked, and not how. */
const ASKED = new Set(['model', 'messages', 'input', 'tools', 'instructions'])

/** How a model was called, by the names of its provider: as LangSmith, OpenInference and OpenTelemetry keep it. */
export function callSettings(metadata: JsonObject): JsonObject {
  const otel = objectOf(metadata['otel'])
  const said = {
    ...below(otel, 'ai.settings.'),
    ...below(otel, 'gen_ai.request.'),
    ...objectOf(parsed(otel['llm.invocation_parameters'])),
    ...objectOf(parsed(otel['langfuse.observation.model.parameters'])),
    ...objectOf(objectOf(metadata[KEPT])['invocation_params']),
  }
  return Object.fromEntries(Object.entries(said).filter(([key]) => !ASKED.has(key)))
}
