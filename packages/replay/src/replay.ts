import { randomUUID } from 'node:crypto'
import { Command, isInterrupted, MemorySaver } from '@langchain/langgraph'
import { isObject } from './json.ts'
import { toPlain } from './plain.ts'
import { createRecordedFetch } from './serve-fetch.ts'
import { serveSearches, serveTools, type ToolCall } from './serve-tools.ts'
import { parseRecording, type Json, type JsonObject, type RecordedRequest } from './recording.ts'

/** The parts of a compiled LangGraph graph that are used here. */
type Graph = {
  checkpointer?: unknown
  stream(input: never, options: never): Promise<AsyncIterable<unknown>>
  getState(config: never): Promise<{ values: unknown }>
}

export type ReplayOptions = {
  /**
   * The project's tools: `import * as tools from '../tools.ts'`. They return their recorded
   * results.
   */
  tools?: Readonly<Record<string, unknown>>
  /**
   * The project's collections: `import * as collections from '../collections.ts'`. They return
   * their recorded results.
   */
  collections?: Readonly<Record<string, unknown>>
}

export type Replayed = {
  /** Output channels at the end. Null if the graph failed. */
  output: JsonObject | null
  /** All channels at the end. */
  state: JsonObject
  /** Nodes by superstep, sorted by name within a superstep. */
  nodes: string[][]
  toolCalls: ToolCall[]
  error: Error | null
  /** Recorded requests that the graph did not make. */
  unused: RecordedRequest[]
}

/** Thrown when the graph makes a call that the recording does not have. */
export class RecordingMiss extends Error {
  override readonly name = 'TapeMiss'
}

let isReplaying = false

/**
 * Runs a graph with the recorded answers of models, tools and people. Nothing reaches the network.
 * Throws `RecordingMiss` if the graph makes another call.
 */
export async function replay(
  graph: Graph,
  recordingData: unknown,
  { tools = {}, collections = {} }: ReplayOptions = {},
): Promise<Replayed> {
  const recording = parseRecording(recordingData)
  if (isReplaying) throw new Error('Two replays cannot run at the same time. Await the first one.')
  isReplaying = true
  const misses: string[] = []
  const toolCalls: ToolCall[] = []
  const miss = (text: string) => void misses.push(text)
  const { serve, waiting } = createRecordedFetch(recording.requests, miss)
  const restoreCollections = serveSearches(collections, recording.searches ?? [], miss)
  const restoreTools = serveTools(tools, recording.tools, {
    onCall: (call) => void toolCalls.push(call),
    miss,
  })
  const [fetchBefore, checkpointerBefore] = [globalThis.fetch, graph.checkpointer]
  globalThis.fetch = serve
  graph.checkpointer = new MemorySaver()
  try {
    const config = {
      configurable: { thread_id: randomUUID() },
      recursionLimit: recording.steps,
      streamMode: ['tasks', 'checkpoints', 'updates'],
    }
    const nodeNames = new Set(recording.recorded.nodes.flat())
    const answers = [...recording.answers]
    const nodes: string[][] = []
    let input: unknown = recording.input
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
          miss('The graph asks a human a question that the recording has no answer to')
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
    const outputs = Object.keys(recording.recorded.output ?? {})
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

/** Records which nodes ran by superstep. Returns the last update of the stream. */
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
    // The cast holds: with several stream modes LangGraph emits pairs.
    const [mode, payload] = item as [string, Record<string, unknown>]
    const name = payload['name']
    if (mode === 'tasks' && typeof name === 'string' && nodeNames.has(name)) step.add(name)
    if (mode === 'checkpoints') finish()
    if (mode === 'updates') last = payload
  }
  // A step that waits for a human is emitted again when it resumes.
  if (!isInterrupted(last)) finish()
  return last
}
