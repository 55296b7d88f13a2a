import { randomUUID } from 'node:crypto'
import { Command, isInterrupted, MemorySaver } from '@langchain/langgraph'
import { isObject } from './json.ts'
import { toPlain } from './plain.ts'
import { createRecordedFetch } from './serve-fetch.ts'
import { serveSearches, serveTools, type ToolCall } from './serve-tools.ts'
import { parseRecording, type Json, type JsonObject, type RecordedRequest } from './recording.ts'

/** What a compiled graph of LangGraph has. */
type Graph = {
  checkpointer?: unknown
  stream(input: never, options: never): Promise<AsyncIterable<unknown>>
  getState(config: never): Promise<{ values: unknown }>
}

export type ReplayOptions = {
  /** The project's tools: `import * as tools from '../tools.ts'`. They give their recorded results. */
  tools?: Readonly<Record<string, unknown>>
  /** The project's collections: `import * as collections from '../collections.ts'`. They find what was found. */
  collections?: Readonly<Record<string, unknown>>
}

export type Replayed = {
  /** The output channels at the end; null where the graph failed. */
  output: JsonObject | null
  /** All channels at the end. */
  state: JsonObject
  /** Nodes by superstep, those of one step in alphabetical order. */
  nodes: string[][]
  toolCalls: ToolCall[]
  error: Error | null
  /** Recorded requests the graph did not make. */
  unused: RecordedRequest[]
}

/** The graph asked for what the recording does not have. */
export class RecordingMiss extends Error {
  override readonly name = 'TapeMiss'
}

let isReplaying = false

/**
 * Runs a graph on a tape: models, tools and people answer as they did when it was recorded, and nothing reaches
 * the network. Throws `TapeMiss` when the graph asks for something else.
 */
export async function replay(
  graph: Graph,
  given: unknown,
  { tools = {}, collections = {} }: ReplayOptions = {},
): Promise<Replayed> {
  const tape = parseRecording(given)
  if (isReplaying) throw new Error('Two replays at once would hear one another: await the first')
  isReplaying = true
  const misses: string[] = []
  const toolCalls: ToolCall[] = []
  const miss = (text: string) => void misses.push(text)
  const { serve, waiting } = createRecordedFetch(tape.requests, miss)
  const restoreCollections = serveSearches(collections, tape.searches ?? [], miss)
  const restoreTools = serveTools(tools, tape.tools, {
    called: (call) => void toolCalls.push(call),
    miss,
  })
  const [fetchBefore, checkpointerBefore] = [globalThis.fetch, graph.checkpointer]
  globalThis.fetch = serve
  graph.checkpointer = new MemorySaver()
  try {
    const config = {
      configurable: { thread_id: randomUUID() },
      recursionLimit: tape.steps,
      streamMode: ['tasks', 'checkpoints', 'updates'],
    }
    const nodeNames = new Set(tape.recorded.nodes.flat())
    const answers = [...tape.answers]
    const nodes: string[][] = []
    let input: unknown = tape.input
    let error: Error | null = null
    try {
      for (;;) {
        const last = await followStream(
          await graph.stream(input as never, config as never),
          nodes,
          nodeNames,
        )
        if (!isInterrupted(last)) break
        const interrupts = last.__interrupt__
        if (answers.length < interrupts.length) {
          miss('The graph asks a human something the recording has no answer to')
          break
        }
        const resume = Object.fromEntries(
          interrupts.map(({ id = '', value }) => [id, toResumeValue(value, answers.shift())]),
        )
        input = new Command({ resume })
      }
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown))
    }
    if (misses[0] !== undefined) throw new RecordingMiss(misses[0], { cause: error })
    const { values } = await graph.getState(config as never)
    const state = toPlain(values) as JsonObject
    const outputs = Object.keys(tape.recorded.output ?? {})
    const output = Object.fromEntries(outputs.map((name) => [name, state[name] ?? null]))
    return { output: error ? null : output, state, nodes, toolCalls, error, unused: waiting }
  } finally {
    globalThis.fetch = fetchBefore
    graph.checkpointer = checkpointerBefore
    restoreTools()
    restoreCollections()
    isReplaying = false
  }
}

/** An edited call keeps its tool, which only the question names. */
function toResumeValue(question: unknown, answer: Json = null): Json {
  const interrupts = isObject(question) ? question['actionRequests'] : undefined
  if (!isObject(answer) || !Array.isArray(answer['decisions']) || !Array.isArray(interrupts))
    return answer
  const decisions = answer['decisions'].map((decision, index) => {
    const call = interrupts[index]
    if (!isObject(decision) || decision['type'] !== 'edit' || !isObject(call)) return decision
    return {
      type: 'edit',
      editedAction: { name: call['name'] ?? '', args: decision['args'] ?? {} },
    }
  })
  return { ...answer, decisions }
}

/** Notes which nodes ran, by superstep; gives what the stream told last. */
async function followStream(
  stream: AsyncIterable<unknown>,
  nodes: string[][],
  nodeNames: ReadonlySet<string>,
) {
  let step = new Set<string>()
  let last: unknown
  const finish = () => {
    if (step.size > 0) nodes.push([...step].toSorted())
    step = new Set()
  }
  for await (const item of stream) {
    // The cast holds: with several modes LangGraph gives pairs.
    const [mode, payload] = item as [string, Record<string, unknown>]
    const name = payload['name']
    if (mode === 'tasks' && typeof name === 'string' && nodeNames.has(name)) step.add(name)
    if (mode === 'checkpoints') finish()
    if (mode === 'updates') last = payload
  }
  // A step that waits for a human is told again when it goes on.
  if (!isInterrupted(last)) finish()
  return last
}
