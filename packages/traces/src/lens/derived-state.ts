import type { Json, JsonObject, Message, SpanDetail } from '@lathe/contract'
import { isObject } from '../external/fields.ts'
import { readMessage, readMessages } from '../external/messages/read-message.ts'
import { INPUT_NODE } from './graph-runs.ts'
import { writesOf } from './node-writes.ts'

type Seen = Pick<SpanDetail, 'node' | 'inputs' | 'outputs' | 'metadata'>

/** A stretch of a graph's supersteps, each with the executions of its nodes. */
export type Stretch = {
  steps: readonly (readonly Seen[])[]
  /** What the graph gave back, where the stretch reaches to its end. */
  end: Json
}

/** Channels as nodes were handed them; null where none of them was. */
export type DerivedState = { before: Channels | null; after: Channels | null }

/** Messages are as the rest of the product has them. */
type Channels = Readonly<Record<string, Json | Message | Message[]>>

/** Nothing is worked out by reducers: a state is what the nodes of the next step saw of it, or the graph gave back. */
export const deriveState = (stretch: Stretch, at: number): DerivedState => ({
  before: stateBefore(stretch, at),
  after: stateAfter(stretch, at),
})

/** Where this step's nodes were sent something of their own, what the step before it left as it was. */
function stateBefore(stretch: Stretch, at: number): Channels | null {
  const seen = seenAt(stretch, at)
  if (seen) return seen
  const earlier = seenAt(stretch, at - 1)
  return earlier && without(earlier, writtenAt(stretch, at - 1))
}

function stateAfter(stretch: Stretch, at: number): Channels | null {
  const seen = seenAt(stretch, at + 1)
  if (seen || at + 1 >= stretch.steps.length) return seen
  const later = seenAt(stretch, at + 2)
  return later && without(later, writtenAt(stretch, at + 1))
}

/** The state at the beginning of a step, or at the end of the graph. */
function seenAt({ steps, end }: Stretch, at: number): Channels | null {
  if (at === steps.length) return isObject(end) ? without(readable(end), INTERRUPTS) : null
  const seen = (steps[at] ?? []).filter((span) => isHandedState(span)).map(({ inputs }) => inputs)
  const states = seen.filter((inputs) => isObject(inputs))
  return states.length === 0 ? null : readable(Object.assign({}, ...states))
}

const INTERRUPTS = new Set(['__interrupt__'])

/** A node that was sent to is handed what it was sent. */
function isHandedState({ node, metadata }: Seen): boolean {
  if (node === INPUT_NODE || node?.endsWith(`/${INPUT_NODE}`)) return false
  const path = metadata['langgraph_path']
  const [way] = Array.isArray(path) ? path : [path]
  return typeof way !== 'string' || !way.includes('__pregel_push')
}

const writtenAt = ({ steps }: Stretch, at: number): ReadonlySet<string> =>
  new Set(
    (steps[at] ?? []).flatMap((span) => writesOf(span).updates.flatMap((one) => Object.keys(one))),
  )

const without = (channels: Channels, names: ReadonlySet<string>): Channels =>
  Object.fromEntries(Object.entries(channels).filter(([name]) => !names.has(name)))

const readable = (channels: JsonObject): Channels =>
  Object.fromEntries(
    Object.entries(channels).map(([name, value]) => [
      name,
      readMessages(value) ?? readMessage(value) ?? value,
    ]),
  )
