import * as z from 'zod'
import { Channel, ChannelName } from './state.ts'

/** What decides how a channel's values came about. */
export const ChannelJoin = Channel.pick({ type: true, reducer: true, untracked: true })
export type ChannelJoin = z.infer<typeof ChannelJoin>

/** Threads whose newest run ran one graph: a further run goes on from the state that graph made. */
export const LiveThreads = z.object({
  /** Null when it was a draft. */
  version: z.int().positive().nullable(),
  threads: z.int().positive(),
  state: z.record(ChannelName, ChannelJoin),
})
export type LiveThreads = z.infer<typeof LiveThreads>

export const reducerState = (state: Readonly<Record<string, Channel>>): LiveThreads['state'] =>
  Object.fromEntries(
    Object.entries(state).map(([name, { type, reducer, untracked }]) => [
      name,
      { type, ...(reducer !== undefined && { reducer }), ...(untracked && { untracked }) },
    ]),
  )
