import { ORPCError } from '@orpc/server'
import type { ErrorRequestHandler } from 'express'
import { closeAfterBody } from '../platform/http/body/close-after-body.ts'
import { readRetryAfter, toDeclared } from '../platform/http/errors.ts'
import { getRequestId } from '../platform/http/request-id.ts'
import type { Log } from '../platform/log.ts'

type DeclaredError = { code: string; message: string; status: number }

/** Responds with an error in the shape of the integration's clients, including the error's data. */
export function sendErrors(
  log: Log,
  toAnswer: (error: DeclaredError) => { status: number; body: Record<string, string> },
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent || res.destroyed) return next(error)
    const declaredError = toDeclared(error, log, getRequestId(res))
    if (!(declaredError instanceof ORPCError)) return next(error)
    const { code, message } = declaredError
    const data: unknown = declaredError.data
    const retryAfter = readRetryAfter(declaredError)
    if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter)
    closeAfterBody(req, res)
    const details = typeof data === 'object' && data !== null ? data : {}
    const { status, body } = toAnswer({ code, message, status: declaredError.status })
    res.status(status).json({ ...body, ...details })
  }
}
