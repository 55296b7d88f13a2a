import type { Json, JsonObject } from '@lathe/contract'
import { findSecret } from '@lathe/contract/secrets'
import { toObject } from './external/fields.ts'
import { parseJsonText } from './external/otlp/attributes.ts'

const SECRET_NAME =
  /(^|[._-])(api[_-]?key|authorization|cookie|password|passwd|secret|(access|auth|refresh|id)[_-]?token)$/i

/** Whether a key names a secret. `clientSecret` equals `client_secret`. */
export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

const MIN_ID_LENGTH = 16
const URL_PASSWORD = /:\/\/[^\s/@:]*:[^\s/@]+@/

/** Whether a short text looks like a secret. */
export function holdsSecret(text: string): boolean {
  if (text.length < MIN_ID_LENGTH) return false
  const start = text.slice(0, 500)
  return findSecret(start) !== undefined || URL_PASSWORD.test(start)
}

/** Per trace. Further keys are stored with the root but are not searchable. */
export const MAX_METADATA_KEYS = 32
const MAX_KEY_LENGTH = 100

/** Longer values are searchable by their beginning. */
const MAX_VALUE_LENGTH = 200

/** Metadata that frameworks add to every trace, or that has its own filter. */
const IGNORED_KEYS = [
  '__|ls_|lc_|langgraph_|langsmith|langchain_|checkpoint|run_id$|runtime$|sdk',
  'telemetry\\.|process\\.|host\\.|os\\.|container\\.|service\\.instance\\.|webengine\\.',
  'gen_ai\\.|llm\\.|ai\\.|langfuse\\.(?:internal|observation|trace)\\.|openinference\\.|traceloop\\.|mastra\\.|logfire\\.|otel(?:\\.|$)|code\\.|thread\\.',
  'input\\.|output\\.|embedding\\.|retrieval\\.|reranker\\.|tool\\.|tag\\.|exception\\.|operation\\.name$',
].join('|')

const IS_NOISE = new RegExp(`^(?:${IGNORED_KEYS})`, 'i')

/** Metadata that Lathe adds to its own runs. */
const LATHE_RUN_KEYS = new Set(
  `title agentId version threadId graphHash seed attempt name comparison variant case repeat tape recording
  batch replayOf replayMode imported`.split(/\s+/),
)

/** Whether a key is searchable for every sender. */
export const isAlwaysSearchable = (key: string): boolean =>
  isSearchable(key) && !LATHE_RUN_KEYS.has(key)

const isSearchable = (key: string): boolean =>
  key !== '' && key.length <= MAX_KEY_LENGTH && !IS_NOISE.test(key) && !namesSecret(key)

/** Returns the searchable metadata of a trace's root as text, the sender's own keys first. */
export function metadataEntries(metadata: JsonObject): Map<string, string> {
  const entries = new Map<string, string>()
  const isOwnRun = 'graphHash' in metadata
  const { otel, ...ownEntries } = metadata
  const add = (object: JsonObject) => {
    for (const [key, value] of Object.entries(object)) {
      if (entries.size === MAX_METADATA_KEYS) return
      const text = formatValue(value)
      if (text === undefined || entries.has(key) || (isOwnRun && LATHE_RUN_KEYS.has(key))) continue
      if (isSearchable(key) && !holdsSecret(text)) entries.set(key, text.slice(0, MAX_VALUE_LENGTH))
    }
  }
  add(ownEntries)
  if (otel === undefined) return entries
  const { resource, metadata: userMetadata, ...attributes } = toObject(otel)
  add(toObject(parseJsonText(userMetadata)))
  add(attributes)
  add(toObject(resource))
  return entries
}

/** Returns an own property's value, because every object inherits keys such as `constructor`. */
export const metadataValue = (
  metadata: Readonly<Record<string, string>>,
  key: string,
): string | undefined => (Object.hasOwn(metadata, key) ? metadata[key] : undefined)

function formatValue(value: Json): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
