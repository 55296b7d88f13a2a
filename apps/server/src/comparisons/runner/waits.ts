import type { SpanEvent } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { readPayloads } from '../../platform/db/payloads/read-payloads.ts'

/** When a call of a run stood in line and was not sent yet, in microseconds. */
export type Wait = { from: number; to: number }

/** Whether calls of the workspace may have to wait for one another. */
export async function hasLimitedConnections(db: Queries, workspaceId: string): Promise<boolean> {
  const limited = await db
    .selectFrom('connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('concurrency', 'is not', null),
        eb('requests_per_minute', 'is not', null),
        eb('tokens_per_minute', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  return limited !== undefined
}

export async function listWaits(
  db: Queries,
  workspaceId: string,
  traceId: string,
): Promise<Wait[]> {
  const waits: Wait[] = []
  for await (const payloads of readPayloads({ db, workspaceId, id: traceId }))
    for (const payload of payloads) waits.push(...waitsIn(toPayload(payload).events))
  return waits
}

const waitsIn = (events: readonly SpanEvent[]): Wait[] =>
  events.flatMap(({ at, name, attributes }) => {
    const ms = attributes['waitMs']
    if (name !== 'wait' || typeof ms !== 'number') return []
    // A place in line is told of when it is there, any other wait when it begins.
    const from = attributes['for'] === 'concurrency' ? at - ms * 1_000 : at
    return [{ from, to: from + ms * 1_000 }]
  })

/** How much of a time went by while a call waited; where several did, once. */
export function waitedBetween(waits: readonly Wait[], begin: number, end: number): number {
  let [waited, upTo] = [0, begin]
  for (const { from, to } of waits.toSorted((a, b) => a.from - b.from)) {
    const [start, stop] = [Math.max(from, upTo), Math.min(to, end)]
    if (stop > start) waited += stop - start
    upTo = Math.max(upTo, stop)
  }
  return waited
}
