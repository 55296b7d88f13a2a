import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import type { AppContext } from '../api/context.ts'

const RETRY_AFTER_S = 5

/**
 * Responds 200 if the server can handle requests: not while draining, and only if the database
 * accepts writes.
 */
export function health({ db, life, log }: Pick<AppContext, 'db' | 'life' | 'log'>): RequestHandler {
  return async (_req, res) => {
    res.setHeader('cache-control', 'no-store')
    const unhealthy = (status: string) =>
      void res.status(503).setHeader('retry-after', RETRY_AFTER_S).json({ status })
    if (life.isDraining) {
      unhealthy('draining')
      return
    }
    try {
      await sql`select 1`.execute(db)
      if (db.takesWrites()) res.json({ status: 'ok' })
      else unhealthy('the database accepts no writes')
    } catch (error) {
      log.error({ err: error }, 'the database does not respond')
      unhealthy('store unreachable')
    }
  }
}
