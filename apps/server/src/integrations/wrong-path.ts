import type { Request, RequestHandler } from 'express'
import { refusal, TOKEN } from '../platform/http/errors.ts'
import type { Session } from '../platform/http/security/session.ts'

const ADDRESSES =
  'LangSmith clients use /api/v1, LangGraph clients /langgraph, OpenTelemetry exporters /v1/traces and /v1/logs'

/** Explains to a program at an unknown path where the integrations are. */
export function rejectUnknownPath({ method, originalUrl }: Request) {
  const path = originalUrl.replace(/\?.*/s, '')
  const hint = path.endsWith('/v1/metrics')
    ? 'traces and logs are accepted, metrics are not; set OTEL_METRICS_EXPORTER=none'
    : ADDRESSES
  return refusal(404, 'NOT_FOUND', `No route for ${method} ${path}: ${hint}`)
}

/** Clients configured with the bare server URL get a hint instead of a page. */
export const wrongAddress: RequestHandler = (req, _res, next) => {
  const mayBePage = req.method === 'GET' || req.method === 'HEAD'
  if (mayBePage && req.get('x-api-key') === undefined) return next()
  throw rejectUnknownPath(req)
}

/**
 * Clients that send `x-api-key` to the workbench API use the wrong URL or put the token in the
 * wrong header.
 */
export const wrongKey =
  (session: Session): RequestHandler =>
  (req, _res, next) => {
    if (req.get('x-api-key') === undefined || session.isSignedIn(req)) return next()
    throw refusal(
      401,
      'UNAUTHENTICATED',
      `This API requires ${TOKEN} as a bearer token; ${ADDRESSES}`,
    )
  }
