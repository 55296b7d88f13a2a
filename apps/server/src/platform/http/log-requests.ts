import type { RequestHandler } from 'express'
import type { Log } from '../log.ts'
import { getRequestId } from './request-id.ts'

/** Logs each request at debug level, without the query, which may contain user input. */
export const logRequests =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    if (!log.isLevelEnabled('debug')) return next()
    const started = performance.now()
    const { method, path } = req
    res.on('close', () => {
      const ms = Math.round(performance.now() - started)
      log.debug(
        { requestId: getRequestId(res), method, path, status: res.statusCode, ms },
        'request',
      )
    })
    next()
  }
