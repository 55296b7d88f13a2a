import { join } from 'node:path'
import express, { type Express, type RequestHandler } from 'express'
import { traceImportRoutes } from './integrations/import/import-routes.ts'
import { langgraphApi } from './integrations/langgraph/langgraph-api.ts'
import { langsmithLinks } from './integrations/langsmith/links.ts'
import { traceLinks } from './integrations/trace-links.ts'
import { langsmithApi } from './integrations/langsmith/langsmith-api.ts'
import { otlpReceiver } from './integrations/otlp/otlp-receiver.ts'
import { mockProviderRoutes } from './integrations/mock-provider/mock-provider-routes.ts'
import { wrongAddress, wrongKey } from './integrations/wrong-path.ts'
import { apiPage } from './api/api-page.ts'
import { datasetExportRoutes } from './datasets/export/export-routes.ts'
import { importRoutes } from './datasets/import/import-routes.ts'
import { transcriptionRoutes } from './tools/dictation/transcription-routes.ts'
import { rejectOverload } from './runs/start/start-gate.ts'
import { exportRoutes } from './traces/export/export-routes.ts'
import type { AppContext } from './api/context.ts'
import { handleErrors, refusal } from './platform/http/errors.ts'
import { eventRoutes } from './api/event-routes.ts'
import { health } from './system/health.ts'
import { assignRequestId, logRequests } from './platform/http/request-id.ts'
import { hostGuard } from './platform/http/security/host-guard.ts'
import { rewriteFormerPaths } from './api/former-names.ts'
import { mountContract } from './api/mount-contract.ts'
import { readiness } from './system/readiness.ts'
import { readJson } from './platform/http/body/read-json.ts'
import { router } from './api/router.ts'
import { permissionsPolicy, securityHeaders } from './platform/http/security/security-headers.ts'
import {
  acceptStartUrl,
  createSession,
  openSession,
  requireSession,
} from './platform/http/security/session.ts'
import { createSignInLimit } from './platform/http/security/sign-in-limit.ts'
import { warmUp } from './platform/http/warm-up.ts'
import { webApp } from './platform/http/web-app.ts'

/** Wait until the first pages are loaded. */
const WARM_AFTER_MS = 1_000

/** Exporters may or may not append `/v1/traces` to the configured URL. */
const OTLP = ['/v1/traces', '/otel', '/api/v1/otel'].flatMap((path) => [`${path}/v1/traces`, path])
const OTLP_LOGS = ['/v1/logs', '/v1/traces', '/otel', '/api/v1/otel', ''].map(
  (path) => `${path}/v1/logs`,
)

const RUN_STARTS = [
  ...['', '/wait', '/stream'].map((path) => `/api/runs${path}`),
  ...['start', 'wait', 'stream'].map((name) => `/rpc/runs/${name}`),
]

const WEB = join(import.meta.dirname, '../../web/dist')

const keepPrivate: RequestHandler = (_req, res, next) => {
  res.setHeader('cache-control', 'no-store')
  next()
}

/** Mounts all routes and middleware in the order in which requests pass them. */
export function createApp(context: AppContext): Express {
  const { config, limits, log } = context
  const session = createSession(context.token, config.publicUrl)
  const signIns = createSignInLimit(log)
  const contract = mountContract(context, router)

  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.set('trust proxy', [...config.trustProxy])
  const guard = hostGuard(config)
  app.use(assignRequestId, logRequests(log), guard.names, securityHeaders, permissionsPolicy)
  const asProgram = { session, signIns, isForeign: guard.isForeign }
  const warm = warmUp(context.warm, WARM_AFTER_MS)
  // These check the Origin header themselves, because pages of other sites may use them with a key.
  app.use('/langgraph', langgraphApi(context, { ...asProgram, warm }))
  app.use(OTLP_LOGS, otlpReceiver(context, { ...asProgram, signal: 'logs' }))
  app.use(OTLP, otlpReceiver(context, { ...asProgram, signal: 'traces' }))
  app.use('/api/v1', langsmithApi(context, { ...asProgram, apiVersion: 1 }))
  app.use('/api/v2', langsmithApi(context, { ...asProgram, apiVersion: 2 }))
  app.use(guard.origins)
  app.get('/healthz', health(context))
  app.get('/readyz', readiness(context))
  app.use(
    // Earlier clients and exported projects use the second path.
    ['/demo/v1', '/practice/v1'],
    mockProviderRoutes({ session, signIns, key: context.mockProviderKey, ...config, ...limits }),
  )
  app.post('/api/session', openSession(session, signIns))
  app.use('/api', apiPage(context.version, config.publicUrl))
  app.use('/api', wrongKey(session))
  app.use(['/api', '/rpc'], requireSession(session, signIns), keepPrivate, warm)
  app.use(importRoutes(context), traceImportRoutes(context), transcriptionRoutes(context))
  app.post(RUN_STARTS, rejectOverload(context.db))
  app.use(['/api', '/rpc'], readJson(context))
  app.use(exportRoutes(context), datasetExportRoutes(context))
  app.use(rewriteFormerPaths)
  app.use(eventRoutes(context, router))
  app.use('/rpc', contract.rpc)
  app.use('/api', contract.rest)
  app.use(langsmithLinks(context), traceLinks(context))
  app.use(wrongAddress, acceptStartUrl(session, signIns), webApp(WEB))
  app.use((req) => {
    throw refusal(404, 'NOT_FOUND', `No route for ${req.method} ${req.path}`)
  })
  app.use(handleErrors(log))
  return app
}
