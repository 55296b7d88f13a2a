import { atomic } from '../atomic.ts'
import type { Db } from '../db.ts'
import { queueTexts } from '../texts/queue-texts.ts'
import { forgetRuns } from './forget-runs.ts'
import { LiveTraces } from './live-traces.ts'
import { lockOf } from './read-known.ts'

const PARTS = [
  'forwarding_outbox',
  'attachments',
  'feedback',
  'trace_shares',
  'exchanges',
  'trace_labels',
  'span_payloads',
  'spans',
] as const

type Options = {
  /** Remembers that they were counted, for when they come again. */
  isRemembered?: boolean
}

/** How many there were. The rollups stay: what happened was counted. */
export async function deleteTraces(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  { isRemembered = true }: Options = {},
): Promise<number> {
  if (ids.length === 0) return 0
  const locks = ids.map((id) => lockOf(workspaceId, id))
  return await db.portable.exclusively(locks, async (queries) => {
    const live = LiveTraces.of(db)
    for (const lock of locks) live?.forget(lock)
    const results = await atomic(queries, [
      ...(isRemembered ? [rememberCounted(db, workspaceId, ids)] : []),
      ...PARTS.map((table) =>
        db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('trace_id', 'in', ids),
      ),
      ...forgetRuns(db, workspaceId, ids),
      ...queueTexts(db, workspaceId, { deleted: [...ids] }),
      db.deleteFrom('traces').where('workspace_id', '=', workspaceId).where('id', 'in', ids),
    ])
    db.texts.wake()
    return Number(results.at(-1)?.numAffectedRows)
  })
}

/** Of a trace whose root has not ended the most is still to be counted. */
const rememberCounted = (db: Db, workspaceId: string, ids: readonly string[]) =>
  db
    .insertInto('deleted_traces')
    .columns(['workspace_id', 'id'])
    .expression((eb) =>
      eb
        .selectFrom('traces')
        .select(['workspace_id', 'id'])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('ended_at', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())

export const deleteTrace = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await deleteTraces(db, workspaceId, [id])) > 0
