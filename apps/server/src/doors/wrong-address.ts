import type { RequestHandler } from 'express'
import { refusal } from '../http/errors.ts'

/** A client that was given the server's address alone is told the whole one, instead of being shown a page. */
export const wrongAddress: RequestHandler = (req, _res, next) => {
  if (req.get('x-api-key') === undefined) return next()
  throw refusal(
    404,
    'NOT_FOUND',
    `Nothing answers ${req.method} ${req.path}: LangSmith's clients are answered at /api/v1, LangGraph's at /langgraph`,
  )
}
