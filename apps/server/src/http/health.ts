import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import type { AppContext } from './api.ts'

/** 200 when a request could be served: not while draining, and only when the store answers and takes writes. */
export function health({ db, life, log }: Pick<AppContext, 'db' | 'life' | 'log'>): RequestHandler {
  return async (_req, res) => {
    res.setHeader('cache-control', 'no-store')
    if (life.isDraining) {
      res.status(503).json({ status: 'draining' })
      return
    }
    try {
      await sql`select 1`.execute(db)
      if (db.takesWrites()) res.json({ status: 'ok' })
      else res.status(503).json({ status: 'the store takes no writes' })
    } catch (error) {
      log.error({ err: error }, 'the store does not answer')
      res.status(503).json({ status: 'store unreachable' })
    }
  }
}
