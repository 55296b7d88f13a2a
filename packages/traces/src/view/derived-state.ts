import type { Json, JsonObject, Message, SpanDetail } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import equal from 'fast-deep-equal'
import { toList, nonEmptyText } from '../external/fields.ts'
import { readMessage, readMessages } from '../external/messages/read-message.ts'
import { INPUT_NODE } from './graph-runs.ts'

/** A node's outputs: channel updates, and the nodes it jumped to. */
export type NodeWrites = { updates: readonly JsonObject[]; goto: readonly string[] }

/** Reads a node's writes from a span's outputs, as LangGraph's tracers record them. */
export function readWrites({ outputs }: Pick<SpanDetail, 'outputs'>): NodeWrites {
  const updatesAndCommands = toList(unwrapOutputs(outputs)).filter((item) => isJsonObject(item))
  const updates: JsonObject[] = []
  const goto: string[] = []
  for (const item of updatesAndCommands) {
    if (!isCommand(item)) updates.push(item)
    else {
      if (isJsonObject(item['update'])) updates.push(item['update'])
      goto.push(...readTargets(item['goto']))
    }
  }
  return { updates, goto }
}

/** Tracers wrap non-objects in `output`: null, lists and, in Python, commands. */
function unwrapOutputs(outputs: Json): Json {
  if (!isJsonObject(outputs)) return []
  const output = outputs['output']
  const isSingleOutput = output !== undefined && Object.keys(outputs).length === 1
  if (isSingleOutput && output === null) return []
  const isWrapped =
    isSingleOutput && (isCommands(output) || (isJsonObject(output) && isCommand(output)))
  return [isWrapped ? output : outputs].flat()
}

const isCommands = (value: Json | undefined) =>
  Array.isArray(value) && value.some((item) => isJsonObject(item) && isCommand(item))

const isCommand = (value: JsonObject): boolean =>
  value['lg_name'] === 'Command' ||
  ['graph', 'update', 'resume', 'goto'].every((field) => field in value)

const readTargets = (goto: Json | undefined): string[] =>
  [goto ?? null].flat().flatMap((to) => nonEmptyText(isJsonObject(to) ? to['node'] : to) ?? [])

type StepSpan = Pick<SpanDetail, 'node' | 'inputs' | 'outputs' | 'metadata'>

/** A range of a graph's supersteps with the executions of their nodes. */
export type StepRange = {
  steps: readonly (readonly StepSpan[])[]
  /** The graph's output, if the range reaches its end. */
  end: Json
}

/** Channels as nodes received them. Null if no node received them. */
export type DerivedState = {
  before: Channels | null
  after: Channels | null
  /** Channels that `before` may have contained with unknown values. */
  unknownChannels: ReadonlySet<string>
}

/** Messages are in the contract's format. */
type Value = Json | Message | Message[]

type Channels = Readonly<Record<string, Value>>

/**
 * Derives the state around a superstep without applying reducers: from the inputs of the next
 * step's nodes, or the graph's output. `isWhole`: no execution of the step is missing.
 */
export function deriveState(range: StepRange, superstep: number, isComplete = true): DerivedState {
  const after = findStateAfter(range, superstep)
  const seen = findStateAt(range, superstep)
  if (seen) return { before: seen, after, unknownChannels: new Set() }
  // If its nodes received payloads of their own, the previous step's writes are visible in the
  // later state.
  const stateBefore = findStateAt(range, superstep - 1)
  if (!stateBefore) return { before: null, after, unknownChannels: new Set() }
  const writtenChannels = listWrittenChannels(range, superstep - 1)
  const writesTo = (channel: string, step: number) =>
    (range.steps[step] ?? []).flatMap((span) =>
      readWrites(span).updates.flatMap((update) => update[channel] ?? []),
    )
  const restored = Object.entries(after ?? {}).flatMap(([channel, value]) => {
    if (!isComplete || !writtenChannels.has(channel)) return []
    const before = findValueBefore(
      value,
      writesTo(channel, superstep),
      writesTo(channel, superstep - 1),
    )
    return before === undefined ? [] : [[channel, before] as const]
  })
  const before = { ...omitChannels(stateBefore, writtenChannels), ...Object.fromEntries(restored) }
  return {
    before,
    after,
    unknownChannels: new Set([...writtenChannels].filter((name) => !(name in before))),
  }
}

/**
 * Restores the earlier value of a channel that was not written or only appended to. Undefined if
 * that cannot be determined. Writes of the previous step must be in it, otherwise the channel was
 * overwritten.
 */
function findValueBefore(
  after: Value,
  writes: readonly Json[],
  stateBefore: readonly Json[],
): Value | undefined {
  if (writes.length === 0) return after
  if (!Array.isArray(after) || writes.length > after.length) return undefined
  const head = after.slice(0, after.length - writes.length)
  const tail = after.slice(head.length)
  // The order of parallel writes is up to the graph.
  const isAppended = equal(
    tail.map(comparableText).toSorted(),
    writes.map(comparableWrite).toSorted(),
  )
  const headTexts = new Set(head.map(comparableText))
  return isAppended && stateBefore.every((item) => headTexts.has(comparableWrite(item)))
    ? head
    : undefined
}

/** A message gets its id when it is added. */
const comparableText = (value: Json | Message): string =>
  JSON.stringify(isJsonObject(value) && 'role' in value ? { ...value, id: undefined } : value)

const comparableWrite = (write: Json): string => comparableText(readMessage(write) ?? write)

function findStateAfter(range: StepRange, step: number): Channels | null {
  const seen = findStateAt(range, step + 1)
  if (seen || step + 1 >= range.steps.length) return seen
  const stateAfter = findStateAt(range, step + 2)
  return stateAfter && omitChannels(stateAfter, listWrittenChannels(range, step + 1))
}

/** Returns the state at the start of a step, or at the end of the graph. */
function findStateAt({ steps, end }: StepRange, step: number): Channels | null {
  if (step === steps.length)
    return isJsonObject(end) ? omitChannels(withMessages(end), INTERRUPTS) : null
  const seen = (steps[step] ?? []).filter((span) => receivesState(span)).map(({ inputs }) => inputs)
  const states = seen.filter((inputs) => isJsonObject(inputs))
  return states.length === 0 ? null : withMessages(Object.assign({}, ...states))
}

const INTERRUPTS = new Set(['__interrupt__'])

/** A node started by a `Send` receives its payload instead of the state. */
function receivesState({ node, metadata }: StepSpan): boolean {
  if (node === INPUT_NODE || node?.endsWith(`/${INPUT_NODE}`)) return false
  const path = metadata['langgraph_path']
  const [trigger] = Array.isArray(path) ? path : [path]
  return typeof trigger !== 'string' || !trigger.includes('__pregel_push')
}

const listWrittenChannels = ({ steps }: StepRange, step: number): ReadonlySet<string> =>
  new Set(
    (steps[step] ?? []).flatMap((span) =>
      readWrites(span).updates.flatMap((item) => Object.keys(item)),
    ),
  )

const omitChannels = (channels: Channels, names: ReadonlySet<string>): Channels =>
  Object.fromEntries(Object.entries(channels).filter(([name]) => !names.has(name)))

const withMessages = (channels: JsonObject): Channels =>
  Object.fromEntries(
    Object.entries(channels).map(([name, value]) => [
      name,
      readMessages(value) ?? readMessage(value) ?? value,
    ]),
  )
