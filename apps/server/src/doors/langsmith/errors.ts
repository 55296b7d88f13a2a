import { ORPCError } from '@orpc/server'
import type { ErrorRequestHandler } from 'express'
import { closeAfterBody } from '../../http/close-after-body.ts'
import { refusal, retryAfterOf, toDeclared } from '../../http/errors.ts'
import { requestIdOf } from '../../http/request-id.ts'
import type { Log } from '../../log.ts'

export const noSuchRun = (id: string) => refusal(404, 'NO_SUCH_RUN', `No run ${id}`)
export const noSuchProject = (id: string) => refusal(404, 'NO_SUCH_PROJECT', `No project ${id}`)
export const noSuchFeedback = (id: string) => refusal(404, 'NO_SUCH_FEEDBACK', `No feedback ${id}`)
export const noSuchToken = () =>
  refusal(404, 'NO_SUCH_TOKEN', 'This token is not known, or its time is over')
export const noSuchShare = () => refusal(404, 'NO_SUCH_SHARE', 'Nothing is shared by this token')

/** The shape LangSmith's clients read: `detail` explains it. */
export function handleDoorErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent || res.destroyed) return next(error)
    const declared = toDeclared(error, log, requestIdOf(res))
    if (!(declared instanceof ORPCError)) return next(error)
    const { code, message } = declared
    const data: unknown = declared.data
    const retryAfter = retryAfterOf(declared)
    if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter)
    closeAfterBody(req, res)
    const details = typeof data === 'object' && data !== null ? data : {}
    res.status(declared.status).json({ detail: message, error: code, ...details })
  }
}
