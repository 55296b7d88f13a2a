import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { unauthenticated } from '../errors.ts'
import type { SignInLimit } from './sign-in-limit.ts'

const YEAR_MS = 365 * 24 * 3600 * 1000

export const deriveKey = (token: string, purpose: string) =>
  createHmac('sha256', token).update(purpose).digest('base64url')

/** Compares digests in constant time, so that timing reveals neither content nor length. */
export function isEqualSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(actual), digest(expected))
}

/** All ports of a host share cookies. The port in the name separates two servers. */
export const sessionCookie = (req: Request, publicUrl: URL | undefined) =>
  `lathe-${publicUrl?.port || (req.socket.localPort ?? 0)}`

/** Browsers send the session cookie, programs the Authorization header. */
export const getCaller = ({ headers }: Pick<Request, 'headers'>): 'owner' | 'api' =>
  headers.authorization === undefined ? 'owner' : 'api'

export type Session = ReturnType<typeof createSession>

/** The token creates the browser's session cookie and is the bearer token of programs. */
export function createSession(token: string, publicUrl: URL | undefined) {
  const cookieValue = deriveKey(token, 'lathe session')
  const cookieName = (req: Request) => sessionCookie(req, publicUrl)

  const isSignedIn = (req: Request): boolean => {
    const [scheme, bearer] = (req.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() === 'bearer' && bearer !== undefined)
      return isEqualSecret(bearer, token)
    const cookie = readCookie(req.headers.cookie ?? '', cookieName(req))
    return cookie !== undefined && isEqualSecret(cookie, cookieValue)
  }

  const signIn = (req: Request, res: Response): void => {
    res.cookie(cookieName(req), cookieValue, {
      httpOnly: true,
      sameSite: 'strict',
      secure: publicUrl?.protocol === 'https:',
      path: '/',
      maxAge: YEAR_MS,
    })
  }

  return { isSignedIn, signIn, accepts: (candidate: string) => isEqualSecret(candidate, token) }
}

export const requireSession =
  (session: Session, limit: SignInLimit): RequestHandler =>
  (req, _res, next) => {
    if (session.isSignedIn(req)) return next()
    if (req.headers.authorization !== undefined) limit.fail(req, 'program')
    throw unauthenticated()
  }

/**
 * Signs in a browser that sends the token as a bearer token, which is not stored in logs or the
 * browser history.
 */
export const openSession =
  (session: Session, limit: SignInLimit): RequestHandler =>
  (req, res) => {
    limit.check(req)
    if (!session.isSignedIn(req)) {
      limit.fail(req, 'page')
      throw unauthenticated()
    }
    session.signIn(req, res)
    res.setHeader('cache-control', 'no-store')
    res.status(204).end()
  }

/** `/?token=…` signs the browser in and redirects to the same URL without the token. */
export const acceptStartUrl =
  (session: Session, limit: SignInLimit): RequestHandler =>
  (req, res, next) => {
    const { token } = req.query
    if (req.method !== 'GET' || typeof token !== 'string') return next()
    res.setHeader('cache-control', 'no-store')
    limit.check(req)
    if (!session.accepts(token)) {
      limit.fail(req, 'page')
      return res.redirect(303, '/login?refused')
    }
    session.signIn(req, res)
    const url = new URL(req.originalUrl, 'http://localhost')
    url.searchParams.delete('token')
    // A path that starts with two slashes would redirect to another host.
    res.redirect(303, `${url.pathname.replace(/^\/+/, '/')}${url.search}`)
  }

function readCookie(header: string, name: string): string | undefined {
  const pair = header.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}
