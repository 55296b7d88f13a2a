import type { Request, RequestHandler } from 'express'
import { getCaller } from './security/session.ts'

/** Loads the engine soon after the first page load. A server that is not used stays small. */
export function warmUp(warm: () => void, afterMs: number): RequestHandler {
  let isExpected = false
  let isWarm = false
  const warmOnce = () => {
    if (!isWarm) warm()
    isWarm = true
  }
  return (req, res, next) => {
    // Wait until the first pages are loaded.
    if (!isExpected) setTimeout(warmOnce, afterMs).unref()
    isExpected = true
    if (!isWarm && willRun(req)) res.once('finish', () => setImmediate(warmOnce))
    next()
  }
}

/**
 * A program that opens or creates one of these, or adds a model connection, is about to run an
 * agent. In a browser, the rest of the page loads first.
 */
const willRun = (req: Request) =>
  getCaller(req) === 'api' &&
  ((req.method === 'POST' && /^\/(agents|comparisons|connections|suites)(\/|$)/.test(req.path)) ||
    (req.method === 'GET' && /^\/(agents|comparisons|suites)\/./.test(req.path)))
