import { setTimeout as after } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { Db } from '../platform/db/db.ts'
import { now } from '../platform/time.ts'
import type { AppContext } from '../api/context.ts'

/** Time limit of the check: a locked file can delay a write for seconds. */
const PATIENCE_MS = 2_000
/** Cache duration, because the endpoint is public and each check is a write. */
const HOLDS_MS = 1_000
const RETRY_AFTER_S = 5

/**
 * Responds 200 if the database accepted a write, else 503 with Retry-After: it is down, locked or
 * its disk is full. A restart would not fix the last two, so `/healthz` ignores them.
 */
export function readiness({
  db,
  life,
  log,
}: Pick<AppContext, 'db' | 'life' | 'log'>): RequestHandler {
  let looked: { at: number; problem: Promise<string | undefined> } | undefined
  let writing: Promise<string | undefined> | undefined

  const look = async () => {
    writing ??= write(db)
      .then(
        () => undefined,
        (error: unknown) => {
          log.warn({ err: error }, 'the database accepts no writes')
          return 'the database accepts no writes'
        },
      )
      .finally(() => (writing = undefined))
    const late = after(PATIENCE_MS, 'the database is locked', { ref: false })
    return await Promise.race([writing, late])
  }

  const problemNow = async () => {
    const at = performance.now()
    if (!looked || at - looked.at > HOLDS_MS) looked = { at, problem: look() }
    return await looked.problem
  }

  return async (_req, res) => {
    // A database that is being closed would look like one that accepts no writes.
    const problem = life.isDraining ? 'draining' : await problemNow()
    res.setHeader('cache-control', 'no-store')
    if (problem === undefined) res.json({ status: 'ok' })
    else res.status(503).setHeader('retry-after', RETRY_AFTER_S).json({ status: problem })
  }
}

const write = async (db: Db) =>
  await db
    .insertInto('job_leases')
    .values({ kind: 'readiness', id: 'store', owner: '', lease_until: now() })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ lease_until: now() }))
    .execute()
