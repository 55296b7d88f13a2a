import type { RunEvent } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { fromJson, toJson } from '../../db/json.ts'
import type { RunEventsTable } from '../../db/tables/runs.ts'

/** Consecutive events of one run, as they are stored. */
export type EventChunk = { runId: string; events: readonly RunEvent[] }

export const toEventsRow = ({ runId, events }: EventChunk): RunEventsTable => ({
  run_id: runId,
  first_seq: events[0]?.seq ?? 0,
  last_seq: events.at(-1)?.seq ?? 0,
  events: toJson([...events]),
})

const CHUNKS_AT_ONCE = 50

/** Some of the events after a number, in order; none when there are no more. */
export async function listRunEvents(
  db: Queries,
  runId: string,
  after: number,
): Promise<RunEvent[]> {
  const rows = await db
    .selectFrom('run_events')
    .select('events')
    .where('run_id', '=', runId)
    .where('last_seq', '>', after)
    .orderBy('first_seq')
    .limit(CHUNKS_AT_ONCE)
    .execute()
  return rows.flatMap(({ events }) => fromJson(events)).filter(({ seq }) => seq > after)
}
