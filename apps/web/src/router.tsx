import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'
import { queryClient } from './lib/api/query-client.ts'
import { stringifyParam } from './lib/browser/search-params.ts'
import { onSessionLost } from './lib/api/session.ts'
import {
  agentRoute,
  agentsRoute,
  codeRoute,
  connectRoute,
  versionsRoute,
} from './routes/agents.tsx'
import { RouteError, RouteNotFound, RoutePending } from './routes/boundaries.tsx'
import { alertRoute, alertsRoute, newAlertRoute } from './routes/alerts.tsx'
import {
  comparisonRoute,
  comparisonsRoute,
  experimentsRoute,
  suiteRoute,
} from './routes/comparisons.tsx'
import { datasetRoute, datasetsRoute } from './routes/datasets.tsx'
import { createGalleryRoute } from './routes/gallery.tsx'
import { promptRoute, promptsRoute } from './routes/prompts.tsx'
import { inboxRoute } from './routes/inbox.tsx'
import { loginRoute } from './routes/login.tsx'
import { knowledgeRoute } from './routes/knowledge.tsx'
import { memoryRoute } from './routes/memory.tsx'
import { modelsRoute } from './routes/models.tsx'
import { overviewRoute } from './routes/overview.tsx'
import { replayBatchRoute, replayRoute, replaysRoute, traceDiffRoute } from './routes/replays.tsx'
import { rootRoute } from './routes/root.tsx'
import { settingsRoute } from './routes/settings.tsx'
import { sharedTraceRoute } from './routes/shared-trace.tsx'
import { threadRoute, threadsRoute } from './routes/threads.tsx'
import { toolsRoute } from './routes/tools.tsx'
import {
  traceDifferencesRoute,
  traceRoute,
  tracesRoute,
  traceThreadRoute,
  traceThreadsRoute,
} from './routes/traces.tsx'

const routeTree = rootRoute.addChildren([
  overviewRoute,
  inboxRoute,
  agentsRoute,
  agentRoute,
  versionsRoute,
  codeRoute,
  connectRoute,
  threadsRoute,
  threadRoute,
  tracesRoute,
  traceRoute,
  traceThreadsRoute,
  traceThreadRoute,
  alertsRoute,
  newAlertRoute,
  alertRoute,
  comparisonsRoute,
  comparisonRoute,
  experimentsRoute,
  suiteRoute,
  promptsRoute,
  promptRoute,
  datasetsRoute,
  datasetRoute,
  toolsRoute,
  traceDiffRoute,
  traceDifferencesRoute,
  replaysRoute,
  replayBatchRoute,
  replayRoute,
  knowledgeRoute,
  memoryRoute,
  modelsRoute,
  settingsRoute,
  loginRoute,
  sharedTraceRoute,
  ...(import.meta.env.DEV ? [createGalleryRoute()] : []),
])

/** Over the browser's history unless another is given. */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    // Values are written as they are, not as JSON: `?q=refund`, not `?q="refund"`.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(stringifyParam),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: RouteNotFound,
  })

  onSessionLost(() => {
    if (router.state.location.pathname !== '/login') void router.navigate({ to: '/login' })
  })

  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
