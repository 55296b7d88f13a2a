import type { Json, JsonObject } from '@lathe/contract'
import { findSecret } from '@lathe/contract/secrets'
import { toObject } from './external/fields.ts'
import { parseJsonText } from './external/otlp/attributes.ts'

const SECRET_NAME =
  /(^|[._-])(api[_-]?key|authorization|cookie|password|passwd|secret|(access|auth|refresh|id)[_-]?token)$/i

/** `clientSecret` says what `client_secret` says. */
export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

const SHORTEST = 16
const URL_PASSWORD = /:\/\/[^\s/@:]*:[^\s/@]+@/

/** Whether a short text looks like a secret. */
export function holdsSecret(text: string): boolean {
  if (text.length < SHORTEST) return false
  const start = text.slice(0, 500)
  return findSecret(start) !== undefined || URL_PASSWORD.test(start)
}

/** Of one trace; what comes after them is kept with its root and is not found. */
export const MOST_METADATA_KEYS = 32
const LONGEST_KEY = 100

/** Longer ones are found by their beginning. */
const LONGEST_VALUE = 200

/** What programs and frameworks note of every trace by themselves, or what a trace is found by anyway. */
const NOISE = [
  '__|ls_|lc_|langgraph_|langsmith|langchain_|checkpoint|run_id$|runtime$|sdk',
  'telemetry\\.|process\\.|host\\.|os\\.|container\\.|service\\.instance\\.|webengine\\.',
  'gen_ai\\.|llm\\.|ai\\.|langfuse\\.(?:internal|observation|trace)\\.|openinference\\.|traceloop\\.|mastra\\.|logfire\\.|otel(?:\\.|$)|code\\.|thread\\.',
  'input\\.|output\\.|embedding\\.|retrieval\\.|reranker\\.|tool\\.|tag\\.|exception\\.|operation\\.name$',
].join('|')

const IS_NOISE = new RegExp(`^(?:${NOISE})`, 'i')

/** What a run of Lathe's own says of itself besides what its caller told. */
const OF_OWN_RUNS = new Set(
  `title agentId version threadId graphHash seed attempt name comparison variant case repeat tape
  batch replayOf replayMode imported`.split(/\s+/),
)

/** Whether traces are found by a key, whoever told it. */
export const isAlwaysFoundBy = (key: string): boolean => isFoundBy(key) && !OF_OWN_RUNS.has(key)

const isFoundBy = (key: string): boolean =>
  key !== '' && key.length <= LONGEST_KEY && !IS_NOISE.test(key) && !namesSecret(key)

/** What a trace is found by of its root's metadata, each key with its value as text; the sender's own keys first. */
export function metadataEntries(metadata: JsonObject): Map<string, string> {
  const entries = new Map<string, string>()
  const isOwnRun = 'graphHash' in metadata
  const { otel, ...own } = metadata
  const add = (object: JsonObject) => {
    for (const [key, value] of Object.entries(object)) {
      if (entries.size === MOST_METADATA_KEYS) return
      const text = formatValue(value)
      if (text === undefined || entries.has(key) || (isOwnRun && OF_OWN_RUNS.has(key))) continue
      if (isFoundBy(key) && !holdsSecret(text)) entries.set(key, text.slice(0, LONGEST_VALUE))
    }
  }
  add(own)
  if (otel === undefined) return entries
  const { resource, metadata: written, ...attributes } = toObject(otel)
  add(toObject(parseJsonText(written)))
  add(attributes)
  add(toObject(resource))
  return entries
}

/** What a trace has under a key, whatever somebody called it: every object has a `constructor`. */
export const metadataValue = (
  metadata: Readonly<Record<string, string>>,
  key: string,
): string | undefined => (Object.hasOwn(metadata, key) ? metadata[key] : undefined)

function formatValue(value: Json): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
