import { atomic } from '../atomic.ts'
import type { Db } from '../db.ts'
import { queueTexts } from '../texts/queue-texts.ts'
import { now } from '../../time.ts'
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
  /** Retention deletes them, and not somebody: their ids are kept as long as there is room. */
  isExpired?: boolean
}

/** How many there were. The rollups stay: what happened was counted. */
export async function deleteTraces(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  { isExpired = false }: Options = {},
): Promise<number> {
  if (ids.length === 0) return 0
  const locks = ids.map((id) => lockOf(workspaceId, id))
  return await db.portable.exclusively(locks, async (queries) => {
    const live = LiveTraces.of(db)
    for (const lock of locks) live?.forget(lock)
    const results = await atomic(queries, [
      rememberCounted(db, workspaceId, ids, isExpired ? now() : null),
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

/**
 * For when they come again. Of a trace whose root has not ended the most is still to be counted. What somebody deleted
 * once stays remembered for good.
 */
const rememberCounted = (
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  expiredAt: number | null,
) =>
  db
    .insertInto('deleted_traces')
    .columns(['workspace_id', 'id', 'expired_at'])
    .expression((eb) =>
      eb
        .selectFrom('traces')
        .select((one) => ['workspace_id', 'id', one.val(expiredAt).as('expired_at')])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('ended_at', 'is not', null),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'id'])
        .doUpdateSet((eb) => ({ expired_at: eb.ref('excluded.expired_at') }))
        .where('deleted_traces.expired_at', 'is not', null),
    )

export const deleteTrace = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await deleteTraces(db, workspaceId, [id])) > 0
