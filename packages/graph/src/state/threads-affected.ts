import type { Channel, LiveThreads } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import { channelReducer } from './reducers.ts'

/** Returns threads whose values were written with another reducer, the largest group first. */
export function threadsAffected(
  name: string,
  channel: Channel,
  liveThreads: readonly LiveThreads[],
): LiveThreads[] {
  return liveThreads.filter(({ state }) => {
    const before = Object.hasOwn(state, name) ? state[name] : undefined
    if (!before || before.untracked || channel.untracked) return false
    return !isSameJson(channelReducer(before), channelReducer(channel))
  })
}

export const countThreads = (liveThreads: readonly LiveThreads[]): number =>
  liveThreads.reduce((sum, { threads }) => sum + threads, 0)
