import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'

const OWN = /^[A-Za-z0-9._-]{1,64}$/

/** Keeps a client's request id if it is safe, so that both logs can be joined. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const clientId = req.get('x-request-id')
  const id = clientId !== undefined && OWN.test(clientId) ? clientId : randomUUID()
  res.locals['requestId'] = id
  res.setHeader('x-request-id', id)
  next()
}

export const getRequestId = (res: Response): string => String(res.locals['requestId'])
