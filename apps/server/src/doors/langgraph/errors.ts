import { ORPCError } from '@orpc/server'
import type { ErrorRequestHandler } from 'express'
import { closeAfterBody } from '../../http/close-after-body.ts'
import { refusal, retryAfterOf, toDeclared } from '../../http/errors.ts'
import { requestIdOf } from '../../http/request-id.ts'
import type { StartErrors } from '../../features/runs/start-checks.ts'
import type { Log } from '../../log.ts'

export const noSuchThread = (id: string) => refusal(404, 'NO_SUCH_THREAD', `No thread ${id}`)
export const noSuchRun = (id: string) => refusal(404, 'NO_SUCH_RUN', `No run ${id}`)
export const noSuchAssistant = (id: string) =>
  refusal(404, 'NO_SUCH_ASSISTANT', `No published agent ${id}`)

/** How starting a run fails, in the contract's words. */
export const startErrors: StartErrors = {
  NO_SUCH_AGENT: () => refusal(404, 'NO_SUCH_ASSISTANT', 'No such assistant'),
  NO_SUCH_VERSION: () =>
    refusal(404, 'NO_SUCH_VERSION', 'This agent has no published version: publish one in Lathe'),
  NO_SUCH_THREAD: () => refusal(404, 'NO_SUCH_THREAD', 'No such thread'),
  GRAPH_INVALID: ({ data }) =>
    refusal(422, 'GRAPH_INVALID', `The graph has errors: ${firstOf(data.problems)}`, data),
  THREAD_BUSY: ({ data }) =>
    refusal(409, 'THREAD_BUSY', 'Another run of this thread has not ended', data),
  NOTHING_TO_CONTINUE: () =>
    refusal(409, 'NOTHING_TO_CONTINUE', 'Nothing is left to do on this thread: send an `input`'),
  OVERLOADED: ({ data }) => refusal(429, 'OVERLOADED', 'Too much is waiting already', data),
}

const firstOf = (problems: { path: string; message: string }[]) =>
  problems[0] ? `${problems[0].path}: ${problems[0].message}` : 'unknown'

/** The shape LangGraph's clients read: `error` names it, `message` explains it. */
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
    const status = code === 'INVALID_INPUT' ? 422 : declared.status
    const details = typeof data === 'object' && data !== null ? data : {}
    res.status(status).json({ error: code, message, ...details })
  }
}
