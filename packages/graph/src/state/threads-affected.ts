import type { Channel, LiveThreads } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import { reducerOf } from './reducers.ts'

/** Threads that hold a channel's values as another reducer joined them; most first. */
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
