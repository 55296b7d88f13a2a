import type { Json, RunEventBody, StateComparison } from '@lathe/contract'
import equal from 'fast-deep-equal'
import { stableIds } from './stable-ids.ts'

export type StateEvent = Pick<
  Extract<RunEventBody, { type: 'state' }>,
  'superstep' | 'channels' | 'writers'
>

/** What each superstep left, of the channels it wrote; generated ids count as equal. */
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
    const channels = names.filter((name) => !equal(before[name], after[name]))
    return { superstep, state: channels.length > 0 ? 'different' : 'same', channels }
  })
}

/** A run that went on after a pause or a crash may tell a superstep twice. */
function bySuperstep(events: readonly StateEvent[]): Map<number, Record<string, Json>> {
  const stable = stableIds()
  const states = new Map<number, Record<string, Json>>()
  for (const { superstep, channels } of events) {
    const told = Object.entries(channels).map(([name, value]) => [name, stable(value)] as const)
    states.set(superstep, { ...states.get(superstep), ...Object.fromEntries(told) })
  }
  return states
}
