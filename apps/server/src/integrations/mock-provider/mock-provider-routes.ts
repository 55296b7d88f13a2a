import { Router, type RequestHandler } from 'express'
import { isProxied } from '../../platform/http/security/is-proxied.ts'
import { isEqualSecret, type Session } from '../../platform/http/security/session.ts'
import type { SignInLimit } from '../../platform/http/security/sign-in-limit.ts'
import { unauthenticated } from '../../platform/http/errors.ts'

type MockProviderOptions = Readonly<{
  session: Session
  signIns: SignInLimit
  /** The key of the built-in connection. */
  key: string
  requireKeys: boolean
  requestBytes: number
}>

/** The mock provider on our own port; loaded with its first request. */
export function mockProviderRoutes({
  session,
  signIns,
  key,
  requireKeys,
  requestBytes,
}: MockProviderOptions): Router {
  const routes = Router()
  let provider: Promise<RequestHandler> | undefined
  routes.use((req, _res, next) => {
    const bearer = req.get('authorization')?.replace(/^bearer /i, '') ?? ''
    const needsKey = requireKeys || isProxied(req)
    if (needsKey && !isEqualSecret(bearer, key) && !session.isSignedIn(req)) {
      if (bearer !== '') signIns.fail(req, 'program')
      throw unauthenticated()
    }
    next()
  })
  routes.use(async (req, res, next) => {
    provider ??= import('@lathe/mock-provider').then(({ mockProviderRouter }) =>
      mockProviderRouter({ bodyLimit: requestBytes }),
    )
    const handle = await provider
    handle(req, res, next)
  })
  return routes
}
