import { isIPv6 } from 'node:net'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Log } from '../../log.ts'
import { refusal } from '../errors.ts'

const WINDOW_MS = 15 * 60_000
const MOST_FAILURES = 10
/** Maximum tracked addresses. The least recently used are dropped. */
const MOST_ADDRESSES = 10_000

/**
 * Users sign in on pages. A program sends its token with every request, and a wrong one must not
 * lock out users.
 */
type Kind = 'page' | 'program'

export type SignInLimit = ReturnType<typeof createSignInLimit>

/** Limits failed sign-ins per client address and logs them. */
export function createSignInLimit(log: Pick<Log, 'warn'>) {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: MOST_ADDRESSES })
  const find = (req: Request, kind: Kind) => {
    const key = `${kind} ${clientNetwork(req)}`
    const failure = failures.get(key)
    const isRecent = failure !== undefined && failure.until > Date.now()
    return { key, entry: isRecent ? failure : { count: 0, until: Date.now() + WINDOW_MS } }
  }
  const tooMany = (until: number) =>
    refusal(429, 'TOO_MANY_SIGN_INS', 'Too many failed sign-ins. Try again later', {
      retryAfterMs: until - Date.now(),
    })

  return {
    /** Throws 429 if too many sign-ins from the request's address failed. */
    check(req: Request): void {
      const { entry } = find(req, 'page')
      if (entry.count >= MOST_FAILURES) throw tooMany(entry.until)
    },
    /** Counts and logs a failed attempt. Throws 429 once there are too many. */
    fail(req: Request, kind: Kind): void {
      const { key, entry } = find(req, kind)
      const count = entry.count + 1
      failures.set(key, { ...entry, count })
      const path = req.originalUrl.replace(/\?.*/s, '')
      if (count <= MOST_FAILURES)
        log.warn({ address: req.ip, path, failures: count }, 'sign-in failed')
      else throw tooMany(entry.until)
    },
  }
}

/** The client's IPv4 address, or its IPv6 network: providers give a customer a whole /64. */
function clientNetwork({ ip = '' }: Request): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const left = groups(before)
  const right = groups(after ?? '')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
