import * as z from 'zod'
import { Channel, ChannelName } from '@lathe/nodes/schemas'

/** Properties of a channel that determine how its values are merged. */
export const MergedChannel = Channel.pick({ type: true, reducer: true, untracked: true })
export type MergedChannel = z.infer<typeof MergedChannel>

/** Threads whose newest run used one graph. A further run continues from its state. */
export const LiveThreads = z.object({
  /** Null for a draft. */
  version: z.int().positive().nullable(),
  threads: z.int().positive(),
  state: z.record(ChannelName, MergedChannel),
})
export type LiveThreads = z.infer<typeof LiveThreads>

export const reducerState = (state: Readonly<Record<string, Channel>>): LiveThreads['state'] =>
  Object.fromEntries(
    Object.entries(state).map(([name, { type, reducer, untracked }]) => [
      name,
      { type, ...(reducer !== undefined && { reducer }), ...(untracked && { untracked }) },
    ]),
  )
