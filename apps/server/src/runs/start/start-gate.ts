import type { RequestHandler } from 'express'
import type { Db } from '../../platform/db/db.ts'
import { refusal } from '../../platform/http/errors.ts'

export const RETRY_AFTER_MS = 1_000

/** Requests validated at once. More would not finish sooner, and would hold more memory. */
const CONCURRENT_CHECKS = 8
/** Rejected clients get their 429 within a second. */
const MAX_WAIT_MS = 500

/** Waiting requests from which on others are rejected before their body is read. */
const MAX_WAITING = 64

type Gate = { checking: number; waiting: Set<() => void> }

const gates = new WeakMap<Db, Gate>()

function findGate(db: Db): Gate {
  const gate = gates.get(db) ?? { checking: 0, waiting: new Set() }
  gates.set(db, gate)
  return gate
}

/**
 * Waits in arrival order for a slot to validate a request. Returns a function that releases the
 * slot. Throws `refusal()` if no slot becomes free in time.
 */
export async function enterGate(
  db: Db,
  refusal: () => Error,
  { atOnce: concurrency = CONCURRENT_CHECKS, mostWaitMs: maxWaitMs = MAX_WAIT_MS } = {},
): Promise<() => void> {
  const gate = findGate(db)
  if (gate.checking >= concurrency) await waitForSlot(gate, maxWaitMs, refusal)
  else gate.checking += 1
  return () => {
    const [next] = gate.waiting
    if (next) next()
    else gate.checking -= 1
  }
}

/** Rejects a request for a run without reading its body if too many wait already. */
export function rejectOverload(db: Db, maxWaiting = MAX_WAITING): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'POST' && findGate(db).waiting.size >= maxWaiting)
      throw refusal(429, 'OVERLOADED', OVERLOAD_MESSAGE, { retryAfterMs: RETRY_AFTER_MS })
    next()
  }
}

const OVERLOAD_MESSAGE = 'Too many runs are being started. Retry after a second.'

/** Resolves when a finished request hands its slot over; rejects after the longest wait. */
function waitForSlot(gate: Gate, maxWaitMs: number, refusal: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const proceed = () => {
      clearTimeout(timer)
      gate.waiting.delete(proceed)
      resolve()
    }
    const timer = setTimeout(() => {
      gate.waiting.delete(proceed)
      reject(refusal())
    }, maxWaitMs)
    gate.waiting.add(proceed)
  })
}
