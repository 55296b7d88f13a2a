import type { Request, RequestHandler } from 'express'
import { refusal, TOKEN } from '../platform/http/errors.ts'
import type { Session } from '../platform/http/security/session.ts'

const ADDRESSES =
  "LangSmith's clients are answered at /api/v1, LangGraph's at /langgraph, OpenTelemetry's exporters at /v1/traces and /v1/logs"

/** For a program at an address where nothing answers: where programs are answered. */
export function nothingHere({ method, originalUrl }: Request) {
  const path = originalUrl.replace(/\?.*/s, '')
  const hint = path.endsWith('/v1/metrics')
    ? 'traces and logs are taken, metrics are not; set OTEL_METRICS_EXPORTER=none'
    : ADDRESSES
  return refusal(404, 'NOT_FOUND', `Nothing answers ${method} ${path}: ${hint}`)
}

/** A client that was given the server's address alone is told the whole one, instead of being shown a page. */
export const wrongAddress: RequestHandler = (req, _res, next) => {
  const mayBePage = req.method === 'GET' || req.method === 'HEAD'
  if (mayBePage && req.get('x-api-key') === undefined) return next()
  throw nothingHere(req)
}

/** Who sends `x-api-key` to the workbench's own API is a client of another, or has put its token in the wrong place. */
export const wrongKey =
  (session: Session): RequestHandler =>
  (req, _res, next) => {
    if (req.get('x-api-key') === undefined || session.isSignedIn(req)) return next()
    throw refusal(401, 'UNAUTHENTICATED', `This API takes ${TOKEN} as a bearer token; ${ADDRESSES}`)
  }
