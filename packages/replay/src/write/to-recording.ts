import {
  type Exchange,
  type FoundChunk,
  type InterruptAnswer,
  type Json,
  type JsonObject,
  toDocuments,
  type ToolDecision,
} from '@lathe/contract'
import { isObject, jsonOrText } from '../json.ts'
import { removeIds } from '../plain.ts'
import type { RecordedRequest, RecordedSearch, Recording } from '../recording.ts'

/**
 * Joins a streamed answer into the completion that its chunks form. Returns any other answer
 * unchanged.
 */
export function joinStreamedAnswer(text: string): Json {
  const events = text
    .split('\n')
    .filter((line) => line.startsWith('data:') && !line.includes('[DONE]'))
    .map((line) => jsonOrText(line.slice('data:'.length)))
    .filter(isObject)
  if (events.length === 0) return jsonOrText(text)
  const completion: JsonObject = {}
  const message: JsonObject = { role: 'assistant', content: null }
  let finish: Json = null
  for (const { choices, usage, ...rest } of events) {
    Object.assign(completion, rest, usage != null && { usage })
    const [choice] = Array.isArray(choices) ? choices.filter(isObject) : []
    if (choice) addDelta(message, choice['delta'] ?? null)
    finish = choice?.['finish_reason'] ?? finish
  }
  return {
    ...completion,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
  }
}

function addDelta(message: JsonObject, delta: Json): void {
  if (!isObject(delta)) return
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'tool_calls' && Array.isArray(value)) addCalls(message, value)
    else if (typeof value === 'string' && key !== 'role')
      message[key] = stringOrEmpty(message[key]) + value
  }
}

function addCalls(message: JsonObject, parts: Json[]): void {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  message['tool_calls'] = calls
  for (const part of parts.filter(isObject)) {
    const { index, function: calledFunction, ...rest } = part
    const position = isCallIndex(index) ? index : calls.length
    const call = isObject(calls[position])
      ? calls[position]
      : { type: 'function', function: { name: '', arguments: '' } }
    calls[position] = call
    Object.assign(call, rest)
    if (!isObject(calledFunction) || !isObject(call['function'])) continue
    const merged = call['function']
    merged['name'] = stringOrEmpty(merged['name']) + stringOrEmpty(calledFunction['name'])
    merged['arguments'] =
      stringOrEmpty(merged['arguments']) + stringOrEmpty(calledFunction['arguments'])
  }
}

/** A call index beyond this is invalid: it would create a long sparse list. */
const MAX_CALLS = 1_000

const isCallIndex = (index: Json | undefined): index is number =>
  Number.isInteger(index) && Number(index) >= 0 && Number(index) < MAX_CALLS

const stringOrEmpty = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The parts of a recorded run that a test needs. */
export type RecordedRun = {
  title: string
  input: JsonObject
  /** Null if the run failed. */
  output: Json
  steps: number
  exchanges: readonly Exchange[]
  /** Names of nodes in the exported graph by id. */
  names: ReadonlyMap<string, string>
  nodes: readonly { node: string; superstep: number }[]
}

/** Converts a recorded run to a recording file. */
export function toRecording(run: RecordedRun): Recording {
  const { title, input, output, steps } = run
  const exchanges = lastAttempts(run.exchanges)
  const tools = exchanges.flatMap(({ kind, name, content, error }) =>
    kind === 'tool' && content.type === 'call'
      ? [{ name, args: content.request, result: content.result, error: error?.message ?? null }]
      : [],
  )
  const searches = exchanges.flatMap(toSearch)
  return {
    format: 1,
    title,
    input,
    steps,
    requests: exchanges.flatMap(toRequest),
    tools,
    ...(searches.length > 0 && { searches }),
    answers: exchanges.flatMap(({ kind, content }) =>
      // The cast holds: human answers are validated when they arrive.
      kind === 'human' && content.type === 'call'
        ? [toAnswer(content.result as InterruptAnswer)]
        : [],
    ),
    recorded: {
      output: isRecord(output) ? (removeIds(output) as JsonObject) : null,
      nodes: bySuperstep(run),
      toolCalls: tools.map(({ name, args }) => ({ name, args })),
    },
  }
}

/**
 * Returns the last attempt of each call, which the run continued with. The exported project's
 * client does its own retries.
 */
function lastAttempts(exchanges: readonly Exchange[]): Exchange[] {
  const calls = Map.groupBy(exchanges, ({ kind, name, address }) =>
    JSON.stringify([kind, name, address]),
  )
  return [...calls.values()].flatMap((tries) => tries.at(-1) ?? [])
}

function toRequest({ address: { path }, content }: Exchange): RecordedRequest[] {
  if (content.type !== 'http' || !content.response) return []
  const { method, url, body } = content.request
  const { status, chunks } = content.response
  const bytes = Buffer.concat(chunks.map(({ data, encoding }) => Buffer.from(data, encoding)))
  return [{ path, method, url, body, status, answer: joinStreamedAnswer(bytes.toString('utf8')) }]
}

function toSearch({ kind, content, error }: Exchange): RecordedSearch[] {
  if (kind !== 'retriever' || content.type !== 'call' || !isRecord(content.request)) return []
  const { collection, ...search } = content.request
  if (typeof collection !== 'string') return []
  // The cast holds: the exchange of a search records found chunks.
  const chunks = content.result as FoundChunk[] | null
  const found = chunks && toDocuments(chunks)
  return [{ collection, search, found, error: error?.message ?? null }]
}

/**
 * Formats an answer as an exported project expects it. Approvals follow `humanInTheLoopMiddleware`.
 */
function toAnswer(answer: InterruptAnswer): Json {
  switch (answer.kind) {
    case 'ask':
      return { decision: answer.decision, values: answer.values }
    case 'approval':
      return {
        decisions: answer.decisions.map(toDecision),
      }
    default:
      return null
  }
}

function toDecision(decision: ToolDecision): Json {
  switch (decision.type) {
    case 'approve':
      return { type: 'approve' }
    case 'edit':
      return { type: 'edit', args: decision.args }
    case 'respond':
      return { type: 'respond', message: formatResult(decision.result) }
    default:
      return { type: 'reject', message: `A human refused this call: ${decision.reason}` }
  }
}

const formatResult = (result: Json): string =>
  typeof result === 'string' ? result : JSON.stringify(result)

/** Nodes inside called agents run in their own graphs, so only the graph's own nodes are listed. */
function bySuperstep({ nodes, names }: Pick<RecordedRun, 'nodes' | 'names'>): string[][] {
  const graphNodes = nodes.flatMap(({ node, superstep }): { node: string; superstep: number }[] => {
    const name = names.get(node)
    return name === undefined ? [] : [{ node: name, superstep }]
  })
  const steps = Map.groupBy(graphNodes, ({ superstep }) => superstep)
  return [...steps]
    .toSorted(([a], [b]) => a - b)
    .map(([, all]) =>
      [...new Set(all.map(({ node }) => node))].toSorted((a, b) => (a < b ? -1 : 1)),
    )
}

const isRecord = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
