import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import type { Log } from '../log.ts'

const VALID_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Keeps a client's request id if it is safe, so that both logs can be joined. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const clientId = req.get('x-request-id')
  const id = clientId !== undefined && VALID_ID.test(clientId) ? clientId : randomUUID()
  res.locals['requestId'] = id
  res.setHeader('x-request-id', id)
  next()
}

export const getRequestId = (res: Response): string => String(res.locals['requestId'])

/** Logs each request at debug level, without the query, which may contain user input. */
export const logRequests =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    if (!log.isLevelEnabled('debug')) return next()
    const startedAt = performance.now()
    const { method, path } = req
    res.on('close', () => {
      const ms = Math.round(performance.now() - startedAt)
      log.debug(
        { requestId: getRequestId(res), method, path, status: res.statusCode, ms },
        'request',
      )
    })
    next()
  }
