import type { Channel, LiveThreads } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import { reducerOf } from './reducers.ts'

/** Returns threads whose values were written with another reducer, the largest group first. */
export function threadsAffected(
  name: string,
  channel: Channel,
  live: readonly LiveThreads[],
): LiveThreads[] {
  return live.filter(({ state }) => {
    const before = Object.hasOwn(state, name) ? state[name] : undefined
    if (!before || before.untracked || channel.untracked) return false
    return !isSameJson(reducerOf(before), reducerOf(channel))
  })
}

export const countThreads = (live: readonly LiveThreads[]): number =>
  live.reduce((sum, { threads }) => sum + threads, 0)
