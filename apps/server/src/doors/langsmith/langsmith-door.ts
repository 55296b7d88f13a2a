import { Router, type Request } from 'express'
import type { AppContext } from '../../http/api.ts'
import { refusal } from '../../http/errors.ts'
import type { Session } from '../../http/session.ts'
import { answering } from '../call.ts'
import { guardDoor } from '../guard-door.ts'
import { handleDoorErrors } from './errors.ts'
import { info } from './info.ts'
import { ingestRoutes } from './ingest/ingest-routes.ts'

type DoorOptions = { session: Session; isForeign: (req: Request) => boolean }

/** The LangSmith API over our own spans, so that its programs and clients need only our address. */
export function langsmithDoor(app: AppContext, { session, isForeign }: DoorOptions): Router {
  const { config, limits, log } = app
  const answer = answering(app)
  const routes = Router()
  routes.use((_req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    next()
  })
  routes.get(
    '/info',
    answer(async () => info(limits.ingestBytes)),
  )
  routes.use(guardDoor({ session, isForeign, requireKeys: config.requireKeys }))
  routes.use(ingestRoutes(answer))
  routes.use((req) => {
    throw refusal(404, 'NOT_FOUND', `Nothing answers ${req.method} ${req.originalUrl}`)
  })
  routes.use(handleDoorErrors(log))
  return routes
}
