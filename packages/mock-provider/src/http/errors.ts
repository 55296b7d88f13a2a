import type { ErrorRequestHandler, RequestHandler } from 'express'
import { ApiError } from '../api-error.ts'
import { derivedId, fingerprintOf } from '../fingerprint.ts'
import { bearerOf } from './call.ts'
import { keyRefused } from '../api-error.ts'
import { isTooDeep, MAX_DEPTH } from '../wire/json.ts'

const REFUSED_KEY = 'refused'

export const refuseKey: RequestHandler = (req, _res, next) => {
  next(bearerOf(req) === REFUSED_KEY ? keyRefused(REFUSED_KEY) : undefined)
}

/** Rejects a body before anything reads it recursively. */
export const rejectDeepBody: RequestHandler = (req, _res, next) => {
  const message = `The request body is nested deeper than ${MAX_DEPTH} levels.`
  next(isTooDeep(req.body) ? new ApiError(400, { message, code: 'invalid_json' }) : undefined)
}

export const noSuchPath: RequestHandler = (req, _res, next) => {
  next(new ApiError(404, { message: `Invalid URL (${req.method} ${req.originalUrl})` }))
}

/** Answers every error in OpenAI's shape; what went wrong in the provider itself is a plain 500. */
export const answerError: ErrorRequestHandler = (error, req, res, _next) => {
  if (res.headersSent || res.destroyed) {
    res.socket?.destroy()
    return
  }
  const { status, body, headers } = apiErrorOf(error)
  if (!res.hasHeader('x-request-id')) {
    const fingerprint = fingerprintOf(`${req.method} ${req.path}`, body)
    res.setHeader('x-request-id', derivedId('req_', fingerprint))
  }
  res.status(status).set(headers).json({ error: body })
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  switch (bodyErrorOf(error)) {
    case 'entity.too.large':
      return new ApiError(413, {
        message: 'The request body is too large.',
        code: 'request_too_large',
      })
    case 'entity.parse.failed':
    case 'encoding.unsupported':
    case 'charset.unsupported':
    case 'request.size.invalid':
      return new ApiError(400, { message: 'We could not parse the JSON body of your request.' })
    default:
      return new ApiError(500, {
        message: 'The mock provider failed while answering.',
        type: 'server_error',
      })
  }
}

/** What express.json says went wrong. */
function bodyErrorOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined
}
