import type { Json, RunEvent } from '@lathe/contract'

type Channels = Readonly<Record<string, Json>>

/** What a superstep made of the state, and who wrote it. */
export type Superstep = {
  /** Number of its event: a replayed superstep has its number twice. */
  seq: number
  superstep: number
  /** Null where nothing was saved. */
  checkpointId: string | null
  before: Channels
  after: Channels
  writers: Readonly<Record<string, readonly string[]>>
  next: readonly string[]
}

export function superstepsOf(events: readonly RunEvent[]): Superstep[] {
  let before: Channels = {}
  return events.flatMap(({ seq, body }) => {
    if (body.type !== 'state') return []
    const after = { ...before, ...body.channels }
    const { superstep, checkpointId, writers, next } = body
    const step: Superstep = { seq, superstep, checkpointId, before, after, writers, next }
    before = after
    return [step]
  })
}
