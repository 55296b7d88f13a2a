import type { Request, RequestHandler } from 'express'
import { callerOf } from './security/session.ts'

/** Whoever signs in is about to run something; a server nobody looks at stays small. */
export function warmUp(warm: () => void, afterMs: number): RequestHandler {
  let isExpected = false
  let isWarm = false
  const warmOnce = () => {
    if (!isWarm) warm()
    isWarm = true
  }
  return (req, res, next) => {
    // When the first pages have been answered.
    if (!isExpected) setTimeout(warmOnce, afterMs).unref()
    isExpected = true
    if (!isWarm && willRun(req)) res.once('finish', () => setImmediate(warmOnce))
    next()
  }
}

/** A program that opens or makes one of these, or says where models are, runs something next. In a browser the rest of its page comes first. */
const willRun = (req: Request) =>
  callerOf(req) === 'api' &&
  ((req.method === 'POST' && /^\/(agents|comparisons|connections|suites)(\/|$)/.test(req.path)) ||
    (req.method === 'GET' && /^\/(agents|comparisons|suites)\/./.test(req.path)))
