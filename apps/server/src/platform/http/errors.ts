import { commonErrors } from '@lathe/contract'
import { ORPCError, ValidationError } from '@orpc/server'
import type { ErrorRequestHandler, Request, Response } from 'express'
import * as z from 'zod'
import { isStoreDamaged, isStoreUnavailable } from '../db/store-errors.ts'
import { closeAfterBody } from './body/close-after-body.ts'
import { describeIssues, type InputIssue } from './issues.ts'
import { getRequestId } from './request-id.ts'
import type { Log } from '../log.ts'

export const refusal = (status: number, code: string, message: string, data?: unknown) =>
  new ORPCError(code, { defined: true, status, message, data })

export const invalidInput = (path: string, message: string) => invalidInputs([{ path, message }])

export const invalidInputs = (issues: InputIssue[]) => {
  const [first] = issues
  const problem = first ? `${first.path && `${first.path}: `}${first.message}` : 'unreadable'
  return refusal(400, 'INVALID_INPUT', `The request is not valid: ${problem}`, { issues })
}

export const payloadTooLarge = (limit: number, hint?: string) =>
  refusal(
    413,
    'PAYLOAD_TOO_LARGE',
    `The request is larger than ${limit} bytes${hint ? `. ${hint}` : ''}`,
  )

const STORE_RETRY_MS = 5_000

const storeUnavailable = () =>
  refusal(503, 'STORE_UNAVAILABLE', commonErrors.STORE_UNAVAILABLE.message, {
    retryAfterMs: STORE_RETRY_MS,
  })

const storeDamaged = () => refusal(500, 'STORE_DAMAGED', commonErrors.STORE_DAMAGED.message)

/** Added to errors of programs without a token. */
export const TOKEN = "the server's token (LATHE_TOKEN, or the file `token` in its LATHE_HOME)"

export const unauthenticated = () =>
  refusal(
    401,
    'UNAUTHENTICATED',
    `Open the address that the server printed at startup, or send ${TOKEN} as a bearer token`,
  )

/**
 * Converts an error thrown by a procedure into a declared one. Unexpected errors are logged and
 * replaced with a generic message.
 */
export function toDeclared(error: unknown, log: Log, requestId: string): unknown {
  if (error instanceof ORPCError) {
    if (error.defined) return withCause(error)
    const { cause } = error
    if (cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return invalidInputs(describeIssues(cause.issues))
    }
    if (error.status < 500) return error
  }
  if (error instanceof URIError) return invalidInput('', 'the address cannot be decoded')
  const status = clientErrorStatus(error)
  if (status !== undefined) return refusal(status, 'BAD_REQUEST', describeCause(error))
  log.error({ err: error, requestId }, 'request failed')
  if (isStoreUnavailable(error)) return storeUnavailable()
  if (isStoreDamaged(error)) return storeDamaged()
  return refusal(500, 'INTERNAL', 'Internal error. See the server log', { requestId })
}

/** Adds the cause from `data` to the message, for clients that show or log only the message. */
function withCause(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  const { code, status, message, data, cause } = error
  if (status !== 422) return error
  const { problems = [], reason } = CauseData.safeParse(data).data ?? {}
  const [first, ...remaining] = problems.filter(({ severity }) => severity !== 'warning')
  const found = first?.message ?? reason
  if (found === undefined || message.includes(found)) return error
  const location = first?.path ?? first?.location?.node
  const path = location ? `${location}: ` : ''
  const suffix = remaining.length > 0 ? ` (and ${remaining.length} more)` : ''
  const fullMessage = `${message}: ${path}${found}${suffix}`
  return new ORPCError(code, { defined: true, status, message: fullMessage, data, cause })
}

const CauseData = z.object({
  reason: z.string().optional(),
  problems: z
    .array(
      z.object({
        path: z.string().optional(),
        location: z.object({ node: z.string().optional() }).optional(),
        severity: z.string().optional(),
        message: z.string(),
      }),
    )
    .optional(),
})

/**
 * Returns the status of errors that Express raises for bad requests, such as an invalid range.
 * Without it, clients could fill the log.
 */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error && 'expose' in error && error.expose === true)) return undefined
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined
}

const describeCause = (error: unknown) => (error instanceof Error ? error.message : '')

/** Adds the request id to the error data, for bug reports. */
export function withRequestId(error: unknown, requestId: string): unknown {
  if (!(error instanceof ORPCError)) return error
  const { code, defined, status, message, cause } = error
  const data: unknown = error.data
  const fields = typeof data === 'object' && data !== null ? data : {}
  return new ORPCError(code, { defined, status, message, data: { ...fields, requestId }, cause })
}

/** Returns seconds for the Retry-After header, or undefined if the error has none. */
export function readRetryAfter({ data }: ORPCError<string, unknown>): string | undefined {
  const ms: unknown =
    typeof data === 'object' && data !== null && 'retryAfterMs' in data ? data.retryAfterMs : null
  return typeof ms === 'number' ? String(Math.max(1, Math.ceil(ms / 1000))) : undefined
}

export function sendError(res: Response, error: ORPCError<string, unknown>, isRpc: boolean): void {
  const seconds = readRetryAfter(error)
  if (seconds !== undefined) res.setHeader('retry-after', seconds)
  const body = error.toJSON()
  res.status(error.status).json(isRpc ? { json: body } : body)
}

/** Handles all errors thrown by middleware and handlers. */
export function handleErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent || res.destroyed) return abortResponse(req, res, error, log)
    const declaredError = withRequestId(
      toDeclared(error, log, getRequestId(res)),
      getRequestId(res),
    )
    if (!(declaredError instanceof ORPCError)) return next(error)
    closeAfterBody(req, res)
    sendError(res, declaredError, req.originalUrl.startsWith('/rpc/'))
  }
}

/**
 * Aborts a response that has already started. Without this, Express would print the error to the
 * console.
 */
function abortResponse(req: Request, res: Response, error: unknown, log: Log): void {
  if (!isDisconnect(req, error))
    log.error(
      { err: error, requestId: getRequestId(res) },
      'request failed after its response started',
    )
  res.destroy()
}

/** A client can disconnect at any time. The resulting error is not a failure of the server. */
const isDisconnect = (req: Request, error: unknown): boolean =>
  error === req.errored ||
  (error instanceof Error &&
    (error.name === 'AbortError' ||
      ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')))
