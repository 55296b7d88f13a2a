import { createRoute, retainSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ListParams, rememberOpened } from '../features/traces/list/list-params.ts'
import { TraceRange } from '../features/traces/list/trace-range.ts'
import { prefetchTraceOutline } from '../features/traces/trace-queries.ts'
import { enumParam, optionalParam, textParam, integerParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Traces', to: '/traces' } as const

export const tracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces',
  validateSearch: ListParams,
  staticData: { section, contentLabel: 'the traces' },
  component: lazyPage(() => import('../features/traces/list/traces-page.tsx'), 'TracesPage'),
})

export const traceThreadsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/threads',
  validateSearch: z.object({ filter: textParam }),
  staticData: { section, contentLabel: 'the threads' },
  component: lazyPage(
    () => import('../features/traces/threads/trace-threads-page.tsx'),
    'TraceThreadsPage',
  ),
})

export const traceThreadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/threads/$thread',
  validateSearch: z.object({ project: textParam }),
  staticData: { section, contentLabel: 'the thread' },
  component: lazyPage(
    () => import('../features/traces/threads/trace-thread-page.tsx'),
    'TraceThreadPage',
  ),
})

export const traceDifferencesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/differences',
  validateSearch: z.object({
    these: textParam,
    those: textParam,
    range: optionalParam(TraceRange),
  }),
  staticData: { section, contentLabel: 'the differences' },
  component: lazyPage(
    () => import('../features/traces/differences/differences-page.tsx'),
    'DifferencesPage',
  ),
})

export const traceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/$traceId',
  validateSearch: z.object({
    view: enumParam([
      'tree',
      'timeline',
      'story',
      'graph',
      'statistics',
      'state',
      'watch',
      'branches',
    ]),
    /** Statistics view. */
    by: enumParam(['name', 'node', 'model', 'tool']),
    /** Graph view. */
    heat: enumParam(['time', 'tokens', 'cost']),
    /** Microseconds after the trace's start: `from-to`. */
    zoom: textParam,
    find: textParam,
    span: textParam,
    replay: enumParam(['exact', 'until', 'only-live', 'version', 'live']),
    at: integerParam,
    speed: textParam,
    /** The address of the list it was opened from. */
    list: textParam,
  }),
  search: { middlewares: [retainSearchParams(['list'])] },
  loader: ({ params, cause, abortController, context }) => {
    if (cause !== 'preload') rememberOpened(params.traceId)
    if (cause === 'enter')
      prefetchTraceOutline(context.queryClient, params.traceId, abortController.signal)
  },
  staticData: { section, contentLabel: 'the trace' },
  component: lazyPage(() => import('./trace-screen.tsx'), 'TraceScreen'),
})
