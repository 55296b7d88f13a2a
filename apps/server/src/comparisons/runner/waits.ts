import type { SpanEvent } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { readPayloads } from '../../platform/db/payloads/read-payloads.ts'

/** A wait of a run's model call before it was sent, in microseconds since the epoch. */
export type Wait = { from: number; to: number }

/** Whether any connection of the workspace has a limit that makes calls wait for each other. */
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
    // Concurrency waits are recorded when they end, other waits when they begin.
    const from = attributes['for'] === 'concurrency' ? at - ms * 1_000 : at
    return [{ from, to: from + ms * 1_000 }]
  })

/** Returns how much of a period passed while at least one call waited. */
export function waitedBetween(waits: readonly Wait[], begin: number, end: number): number {
  let [waited, upTo] = [0, begin]
  for (const { from, to } of waits.toSorted((a, b) => a.from - b.from)) {
    const [start, stop] = [Math.max(from, upTo), Math.min(to, end)]
    if (stop > start) waited += stop - start
    upTo = Math.max(upTo, stop)
  }
  return waited
}
