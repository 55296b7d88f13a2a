import { isIPv6 } from 'node:net'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Log } from '../../log.ts'
import { refusal } from '../errors.ts'

const WINDOW_MS = 15 * 60_000
const MAX_FAILURES = 10
/** Maximum tracked addresses. The least recently used are dropped. */
const MAX_ADDRESSES = 10_000

/**
 * Users sign in on pages. A program sends its token with every request, and a wrong one must not
 * lock out users.
 */
type Kind = 'page' | 'program'

export type SignInLimit = ReturnType<typeof createSignInLimit>

/** Limits failed sign-ins per client address and logs them. */
export function createSignInLimit(log: Pick<Log, 'warn'>) {
  const failures = new LRUCache<string, { count: number; blockedUntil: number }>({
    max: MAX_ADDRESSES,
  })
  const findFailure = (req: Request, kind: Kind) => {
    const key = `${kind} ${clientNetwork(req)}`
    const failure = failures.get(key)
    const isRecent = failure !== undefined && failure.blockedUntil > Date.now()
    return { key, entry: isRecent ? failure : { count: 0, blockedUntil: Date.now() + WINDOW_MS } }
  }
  const tooManyRequests = (blockedUntil: number) =>
    refusal(429, 'TOO_MANY_SIGN_INS', 'Too many failed sign-ins. Try again later', {
      retryAfterMs: blockedUntil - Date.now(),
    })

  return {
    /** Throws 429 if too many sign-ins from the request's address failed. */
    check(req: Request): void {
      const { entry } = findFailure(req, 'page')
      if (entry.count >= MAX_FAILURES) throw tooManyRequests(entry.blockedUntil)
    },
    /** Counts and logs a failed attempt. Throws 429 once there are too many. */
    fail(req: Request, kind: Kind): void {
      const { key, entry } = findFailure(req, kind)
      const count = entry.count + 1
      failures.set(key, { ...entry, count })
      const path = req.originalUrl.replace(/\?.*/s, '')
      if (count <= MAX_FAILURES)
        log.warn({ address: req.ip, path, failures: count }, 'sign-in failed')
      else throw tooManyRequests(entry.blockedUntil)
    },
  }
}

/** The client's IPv4 address, or its IPv6 network: providers give a customer a whole /64. */
function clientNetwork({ ip = '' }: Request): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const remainingGroups = groups(before)
  const right = groups(after ?? '')
  const zeros = Array.from(
    { length: Math.max(0, 8 - remainingGroups.length - right.length) },
    () => '0',
  )
  return [...remainingGroups, ...zeros, ...right].slice(0, 4).join(':')
}
