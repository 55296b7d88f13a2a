import { OWN_SOURCE, SpanStatus, TraceSource } from '@lathe/contract'

export type Comparison = '>' | '>=' | '<' | '<='

type TextKey = { type: 'text'; says: string; options?: readonly string[] }
type NumberKey = { type: 'number'; says: string; unit: 'count' | 'duration' | 'money' }

/** What can be asked of a trace, as it is typed before the colon. */
export const filterKeys = {
  status: { type: 'text', says: 'how it ended', options: SpanStatus.options },
  agent: { type: 'text', says: 'slug of the agent, or name of the comparison' },
  version: { type: 'number', says: 'number of the agent’s version', unit: 'count' },
  source: {
    type: 'text',
    says: 'door it came in by',
    options: [...TraceSource.options, OWN_SOURCE],
  },
  project: { type: 'text', says: 'project its sender gave it' },
  thread: { type: 'text', says: 'id of the conversation' },
  name: { type: 'text', says: 'name of the root' },
  tag: { type: 'text', says: 'tag of any step' },
  pinned: { type: 'text', says: 'whether it is kept for good', options: ['true', 'false'] },
  model: { type: 'text', says: 'model that was called' },
  tool: { type: 'text', says: 'tool that was called' },
  node: { type: 'text', says: 'node of the graph that ran' },
  error: { type: 'text', says: 'code of the error' },
  latency: { type: 'number', says: 'how long it took', unit: 'duration' },
  ttft: { type: 'number', says: 'time to the first token', unit: 'duration' },
  tokens: { type: 'number', says: 'tokens in and out', unit: 'count' },
  input: { type: 'number', says: 'tokens in', unit: 'count' },
  output: { type: 'number', says: 'tokens out', unit: 'count' },
  cached: { type: 'number', says: 'tokens in that came from the cache', unit: 'count' },
  reasoning: { type: 'number', says: 'tokens out that were thought', unit: 'count' },
  audio: { type: 'number', says: 'tokens in and out that were heard or spoken', unit: 'count' },
  cost: { type: 'number', says: 'dollars', unit: 'money' },
  spans: { type: 'number', says: 'number of steps', unit: 'count' },
} as const satisfies Record<string, TextKey | NumberKey>

export type FilterKey = keyof typeof filterKeys

export type TextFilterKey = {
  [Key in FilterKey]: (typeof filterKeys)[Key]['type'] extends 'text' ? Key : never
}[FilterKey]
export type NumberFilterKey = Exclude<FilterKey, TextFilterKey>

export const isFilterKey = (name: string): name is FilterKey => Object.hasOwn(filterKeys, name)

export const isNumberKey = (key: FilterKey): key is NumberFilterKey =>
  filterKeys[key].type === 'number'

/** Key of its own for each kind of feedback: `feedback.thumbs`. */
export const FEEDBACK = 'feedback.'

/** Key of its own for each key of the metadata that a root came with: `metadata.customer`. */
export const METADATA = 'metadata.'

/** Words of the text, wherever they stand in the trace. */
export const TEXT = 'text'
