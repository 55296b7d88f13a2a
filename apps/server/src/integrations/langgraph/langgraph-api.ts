import { Router, type Request, type RequestHandler } from 'express'
import type { AppContext } from '../../api/context.ts'
import { rejectOverload } from '../../runs/start/start-gate.ts'
import { readJson } from '../../platform/http/body/read-json.ts'
import type { Session } from '../../platform/http/security/session.ts'
import type { SignInLimit } from '../../platform/http/security/sign-in-limit.ts'
import { refusal } from '../../platform/http/errors.ts'
import { assistantRoutes } from './assistants/assistant-routes.ts'
import { createAnswer, notSupported } from '../call.ts'
import { handleLanggraphErrors } from './errors.ts'
import { requireApiKey } from '../require-api-key.ts'
import { protocolRoutes } from './protocol/protocol-routes.ts'
import { runRoutes } from './runs/run-routes.ts'
import { startRoutes } from './runs/start-routes.ts'
import { storeRoutes } from './store/store-routes.ts'
import { threadRoutes } from './threads/thread-routes.ts'

type LanggraphOptions = {
  session: Session
  signIns: SignInLimit
  isForeign: (req: Request) => boolean
  /** Called only after authentication. */
  warm: RequestHandler
}

/** The LangGraph Server API on our own agents, threads and runs. Execution belongs to `runs`. */
export function langgraphApi(
  app: AppContext,
  { session, signIns, isForeign, warm }: LanggraphOptions,
): Router {
  const { config, log, version } = app
  const answer = createAnswer(app)
  const routes = Router()
  routes.use(requireApiKey({ session, isForeign, signIns, requireKeys: config.requireKeys }), warm)
  routes.post(RUN_STARTS, rejectOverload(app.db))
  routes.use(readJson(app))
  routes.use((_req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    next()
  })
  routes.get(
    '/ok',
    answer(async () => ({ ok: true })),
  )
  routes.get(
    '/info',
    answer(async () => ({ version, lathe: version, flags: FLAGS })),
  )
  routes.use(
    ['/runs/crons', '/threads/:id/runs/crons'],
    answer(async () => {
      throw notSupported('A cron', 'Start runs from an external scheduler.')
    }),
  )
  routes.use(assistantRoutes(answer), startRoutes(answer), runRoutes(answer), threadRoutes(answer))
  routes.use(storeRoutes(answer), protocolRoutes(answer))
  routes.use((req) => {
    throw refusal(404, 'NOT_FOUND', `No route for ${req.method} ${req.originalUrl}`)
  })
  routes.use(handleLanggraphErrors(log))
  return routes
}

const RUN_STARTS = ['', '/threads/:id'].flatMap((prefix) =>
  ['', '/wait', '/stream', '/batch'].map((path) => `${prefix}/runs${path}`),
)

const FLAGS = { assistants: true, crons: false, langsmith: false }
