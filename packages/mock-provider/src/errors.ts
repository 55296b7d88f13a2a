import type { ErrorRequestHandler, RequestHandler } from 'express'
import { derivedId, createFingerprint } from './fingerprint.ts'

type ApiErrorInit = {
  message: string
  type?: string
  param?: string | null
  code?: string | null
  headers?: Readonly<Record<string, string>>
}

/** An error in OpenAI's shape: `{ error: { message, type, param, code } }`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: { message: string; type: string; param: string | null; code: string | null }
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, init: ApiErrorInit) {
    super(init.message)
    const { message, type = 'invalid_request_error', param = null, code = null } = init
    this.status = status
    this.body = { message, type, param, code }
    this.headers = init.headers ?? {}
  }
}

export const badRequest = (message: string, param: string, code: string | null = null): ApiError =>
  new ApiError(400, { message, param, code })

export const keyRefused = (key: string): ApiError =>
  new ApiError(401, {
    message: `Incorrect API key provided: ${key}. The mock provider accepts any other key.`,
    code: 'invalid_api_key',
  })

export const unknownPath: RequestHandler = (req, _res, next) => {
  next(new ApiError(404, { message: `Invalid URL (${req.method} ${req.originalUrl})` }))
}

/** Sends every error in OpenAI's shape. An unexpected one is a 500. */
export const sendError: ErrorRequestHandler = (error, req, res, _next) => {
  if (res.headersSent || res.destroyed) {
    res.socket?.destroy()
    return
  }
  const { status, body, headers } = toApiError(error)
  if (!res.hasHeader('x-request-id')) {
    const fingerprint = createFingerprint(`${req.method} ${req.path}`, body)
    res.setHeader('x-request-id', derivedId('req_', fingerprint))
  }
  res.status(status).set(headers).json({ error: body })
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // Errors of Express's body parsers carry a type.
  switch (error instanceof Error && 'type' in error ? error.type : undefined) {
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
