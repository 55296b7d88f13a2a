import type { Json, RunEventBody, StateComparison } from '@lathe/contract'
import equal from 'fast-deep-equal'
import { stableIds } from './stable-ids.ts'

export type StateEvent = Pick<
  Extract<RunEventBody, { type: 'state' }>,
  'superstep' | 'channels' | 'writers'
>

/** The whole state after each superstep; generated ids count as equal. */
export function compareStates(
  tape: readonly StateEvent[],
  replay: readonly StateEvent[],
): StateComparison[] {
  const [a, b] = [bySuperstep(tape), bySuperstep(replay)]
  const supersteps = [...new Set([...a.keys(), ...b.keys()])].sort((one, other) => one - other)
  return supersteps.map((superstep) => {
    const [before, after] = [a.get(superstep), b.get(superstep)]
    if (!before || !after) {
      const channels = Object.keys(before ?? after ?? {})
      return { superstep, state: before ? 'only-tape' : 'only-replay', channels }
    }
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const channels = names.filter((name) => !isSame(before[name], after[name]))
    return { superstep, state: channels.length > 0 ? 'different' : 'same', channels }
  })
}

type Told = {
  value: Json
  /** A run that goes on tells all its channels, also those that nobody has written. */
  isWritten: boolean
}
type State = Record<string, Told>

function isSame(a: Told | undefined, b: Told | undefined): boolean {
  return a && b ? equal(a.value, b.value) : !(a ?? b)?.isWritten
}

/** Each event tells what changed; a run that went on after a pause or a crash tells a superstep twice. */
function bySuperstep(events: readonly StateEvent[]): Map<number, State> {
  const stable = stableIds()
  const states = new Map<number, State>()
  let state: State = {}
  for (const { superstep, channels, writers } of events) {
    const told = Object.entries(channels).map(([name, value]) => {
      const isWritten = (state[name]?.isWritten ?? false) || (writers[name]?.length ?? 0) > 0
      return [name, { value: stable(value), isWritten }] as const
    })
    state = { ...state, ...Object.fromEntries(told) }
    states.set(superstep, state)
  }
  return states
}
