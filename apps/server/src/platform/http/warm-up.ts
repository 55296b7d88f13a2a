import type { Request, RequestHandler } from 'express'
import { getCaller } from './security/session.ts'

/** Loads the engine soon after the first page load. A server that is not used stays small. */
export function warmUp(startWarmUp: () => void, afterMs: number): RequestHandler {
  let isExpected = false
  let isWarm = false
  const warmUpOnce = () => {
    if (!isWarm) startWarmUp()
    isWarm = true
  }
  return (req, res, next) => {
    // Wait until the first pages are loaded.
    if (!isExpected) setTimeout(warmUpOnce, afterMs).unref()
    isExpected = true
    if (!isWarm && needsWarmUp(req)) res.once('finish', () => setImmediate(warmUpOnce))
    next()
  }
}

/**
 * A program that opens or creates one of these, or adds a model connection, is about to run an
 * agent. In a browser, the rest of the page loads first.
 */
const needsWarmUp = (req: Request) =>
  getCaller(req) === 'api' &&
  ((req.method === 'POST' && /^\/(agents|comparisons|connections|suites)(\/|$)/.test(req.path)) ||
    (req.method === 'GET' && /^\/(agents|comparisons|suites)\/./.test(req.path)))
