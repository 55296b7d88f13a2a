import { setTimeout as after } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { Db } from '../platform/db/db.ts'
import { now } from '../platform/time.ts'
import type { AppContext } from '../api/context.ts'

/** Whoever asks waits no longer: a file that another program holds keeps a write for seconds. */
const PATIENCE_MS = 2_000
/** So long an answer holds, for anybody may ask and each look is a write. */
const HOLDS_MS = 1_000
const RETRY_AFTER_S = 5

/**
 * 200 when the store has just taken a write, else 503 with Retry-After: while it is away, is locked by another program, or
 * its disk is full. No new start cures the last two, so `/healthz` says nothing of them.
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
          log.warn({ err: error }, 'the store takes no writes')
          return 'the store takes no writes'
        },
      )
      .finally(() => (writing = undefined))
    const late = after(PATIENCE_MS, 'the store is held up', { ref: false })
    return await Promise.race([writing, late])
  }

  const problemNow = async () => {
    const at = performance.now()
    if (!looked || at - looked.at > HOLDS_MS) looked = { at, problem: look() }
    return await looked.problem
  }

  return async (_req, res) => {
    // A store that is being closed would be told as one that takes no writes.
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
