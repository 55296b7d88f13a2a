import type { Request, RequestHandler } from 'express'
import { refusal, TOKEN } from '../platform/http/errors.ts'
import { isProxied } from '../platform/http/security/is-proxied.ts'
import type { Session } from '../platform/http/security/session.ts'
import type { SignInLimit } from '../platform/http/security/sign-in-limit.ts'

type GuardOptions = Readonly<{
  session: Session
  isForeign: (req: Request) => boolean
  requireKeys: boolean
  signIns: SignInLimit
}>

const READABLE = 'content-location, location, retry-after, x-pagination-total, x-pagination-next'
const METHODS = 'GET, POST, PUT, PATCH, DELETE'

/**
 * Local programs need no key. Pages of other sites always need one: browsers would send a session
 * cookie along without the user knowing.
 */
export function requireApiKey({
  session,
  isForeign,
  requireKeys,
  signIns,
}: GuardOptions): RequestHandler {
  const readKey = (req: Request) =>
    req.get('x-api-key') ?? /^bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1]
  return (req, res, next) => {
    const isForeignOrigin = isForeign(req)
    const { origin } = req.headers
    if (isForeignOrigin && origin !== undefined) {
      res.vary('origin').setHeader('access-control-allow-origin', origin)
      res.setHeader('access-control-expose-headers', READABLE)
      res.setHeader('cross-origin-resource-policy', 'cross-origin')
      if (req.method === 'OPTIONS') {
        res.setHeader('access-control-allow-methods', METHODS)
        const requestedHeaders = req.get('access-control-request-headers') ?? ''
        res.setHeader('access-control-allow-headers', requestedHeaders)
        res.status(204).end()
        return
      }
    }
    const needsKey = requireKeys || isProxied(req)
    const key = readKey(req)
    const hasKey = key !== undefined && session.accepts(key)
    if (!hasKey && (isForeignOrigin || (needsKey && !session.isSignedIn(req)))) {
      if (key !== undefined) signIns.fail(req, 'program')
      throw refusal(401, 'UNAUTHENTICATED', `Send ${TOKEN} as \`x-api-key\` or as a bearer token`)
    }
    next()
  }
}
