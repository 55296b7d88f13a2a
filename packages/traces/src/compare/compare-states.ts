import type { Json, RunEventBody, StateComparison } from '@lathe/contract'
import equal from 'fast-deep-equal'

const UUID = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/gi

/**
 * Returns a function that replaces generated ids by their order of appearance, so that equal
 * executions have equal values. The numbering continues over all values of one function.
 */
export function createIdNormalizer(): (value: Json) => Json {
  const numbers = new Map<string, string>()
  const numbered = (id: string): string => {
    const number = numbers.get(id) ?? `id ${numbers.size + 1}`
    numbers.set(id, number)
    return number
  }
  const normalize = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll(UUID, numbered)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(normalize)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalize(item)]))
  }
  return normalize
}

export type StateEvent = Pick<
  Extract<RunEventBody, { type: 'state' }>,
  'superstep' | 'channels' | 'writers'
>

/** Compares the complete state after each superstep. Generated ids count as equal. */
export function compareStates(
  recorded: readonly StateEvent[],
  replay: readonly StateEvent[],
): StateComparison[] {
  const [a, b] = [bySuperstep(recorded), bySuperstep(replay)]
  const supersteps = [...new Set([...a.keys(), ...b.keys()])].sort((first, other) => first - other)
  return supersteps.map((superstep) => {
    const [before, after] = [a.get(superstep), b.get(superstep)]
    if (!before || !after) {
      const channels = Object.keys(before ?? after ?? {})
      return { superstep, state: before ? 'only-recording' : 'only-replay', channels }
    }
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const channels = names.filter((name) => !isSame(before[name], after[name]))
    return { superstep, state: channels.length > 0 ? 'different' : 'same', channels }
  })
}

type ChannelValue = {
  value: Json
  /** A resumed run reports all of its channels, including those that were never written. */
  isWritten: boolean
}

type State = Record<string, ChannelValue>

function isSame(a: ChannelValue | undefined, b: ChannelValue | undefined): boolean {
  return a && b ? equal(a.value, b.value) : !(a ?? b)?.isWritten
}

/**
 * Each event contains changes only. A run that resumed after a pause or crash emits a superstep
 * twice.
 */
function bySuperstep(events: readonly StateEvent[]): Map<number, State> {
  const normalize = createIdNormalizer()
  const states = new Map<number, State>()
  let state: State = {}
  for (const { superstep, channels, writers } of events) {
    const changes = Object.entries(channels).map(([name, value]) => {
      const isWritten = (state[name]?.isWritten ?? false) || (writers[name]?.length ?? 0) > 0
      return [name, { value: normalize(value), isWritten }] as const
    })
    state = { ...state, ...Object.fromEntries(changes) }
    states.set(superstep, state)
  }
  return states
}
