import type { RunEvent } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { listRunEvents } from '../api/run-events.store.ts'

/** Yields all events of a run, in order. */
export async function* readEvents(db: Queries, runId: string): AsyncGenerator<RunEvent['body']> {
  for await (const { body } of readRunEvents(db, runId)) yield body
}

/** With their numbers and times. */
export async function* readRunEvents(db: Queries, runId: string): AsyncGenerator<RunEvent> {
  for (let after = 0; ;) {
    const events = await listRunEvents(db, runId, after)
    const last = events.at(-1)
    if (!last) return
    yield* events
    after = last.seq
  }
}
