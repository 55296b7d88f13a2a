import { LATHE_SOURCE, SpanStatus, TraceSource } from '@lathe/contract'

export type Comparison = '>' | '>=' | '<' | '<='

type TextKey = { type: 'text'; hint: string; options?: readonly string[] }
type NumberKey = { type: 'number'; hint: string; unit: 'count' | 'duration' | 'money' }
type TimeKey = { type: 'time'; hint: string }

/** Filter keys, as typed before the colon. */
export const filterKeys = {
  status: { type: 'text', hint: 'status of the trace', options: SpanStatus.options },
  agent: { type: 'text', hint: 'slug of the agent or name of the comparison' },
  version: { type: 'number', hint: 'number of the agent’s version', unit: 'count' },
  source: {
    type: 'text',
    hint: 'integration that received it; `lathe` for own runs',
    options: [...TraceSource.options, LATHE_SOURCE],
  },
  project: { type: 'text', hint: 'project' },
  environment: {
    type: 'text',
    hint: 'production, comparison, replay, test or a name from the sender; * for all',
  },
  thread: { type: 'text', hint: 'id of the thread' },
  name: { type: 'text', hint: 'name of the root span' },
  started: { type: 'time', hint: 'start time, in UTC' },
  tag: { type: 'text', hint: 'tag of any span' },
  pinned: { type: 'text', hint: 'pinned traces are kept by retention', options: ['true', 'false'] },
  model: { type: 'text', hint: 'called model' },
  tool: { type: 'text', hint: 'called tool' },
  node: { type: 'text', hint: 'executed graph node' },
  error: { type: 'text', hint: 'error code' },
  latency: { type: 'number', hint: 'active time, without waiting for a human', unit: 'duration' },
  ttft: { type: 'number', hint: 'time to the first token', unit: 'duration' },
  tokens: { type: 'number', hint: 'input and output tokens', unit: 'count' },
  input: { type: 'number', hint: 'input tokens', unit: 'count' },
  output: { type: 'number', hint: 'output tokens', unit: 'count' },
  cached: { type: 'number', hint: 'cached input tokens', unit: 'count' },
  reasoning: { type: 'number', hint: 'reasoning tokens', unit: 'count' },
  audio: { type: 'number', hint: 'audio tokens', unit: 'count' },
  cost: { type: 'number', hint: 'cost in US dollars', unit: 'money' },
  spans: { type: 'number', hint: 'number of spans', unit: 'count' },
} as const satisfies Record<string, TextKey | NumberKey | TimeKey>

export type FilterKey = keyof typeof filterKeys

type KeysOfType<Type> = {
  [Key in FilterKey]: (typeof filterKeys)[Key]['type'] extends Type ? Key : never
}[FilterKey]
export type TextFilterKey = KeysOfType<'text'>
export type NumberFilterKey = KeysOfType<'number'>
export type TimeFilterKey = KeysOfType<'time'>

/** Other names of keys. The trace list and its facets call the root's name *Root*. */
export const keyAliases = { root: 'name', env: 'environment' } as const satisfies Record<
  string,
  FilterKey
>

/** Returns the key of a name or alias. Undefined if there is none. */
export function findFilterKey(name: string): FilterKey | undefined {
  if (Object.hasOwn(keyAliases, name)) return keyAliases[name as keyof typeof keyAliases]
  return Object.hasOwn(filterKeys, name) ? (name as FilterKey) : undefined
}

/** Whether a filter key takes a number. */
export const isNumberKey = (key: FilterKey): key is NumberFilterKey =>
  filterKeys[key].type === 'number'

/** Whether a filter key takes a time. */
export const isTimeKey = (key: FilterKey): key is TimeFilterKey => filterKeys[key].type === 'time'

/** Prefix of feedback keys: `feedback.thumbs`. */
export const FEEDBACK = 'feedback.'

/** Prefix of the root's metadata keys: `metadata.customer`. */
export const METADATA = 'metadata.'

/** Key of the full-text search. */
export const TEXT = 'text'
