import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { SpanStatus, TraceSource } from '@lathe/contract'
import * as z from 'zod/mini'
import { TraceRange } from '../features/traces/list/trace-range.ts'
import { beginSkeleton } from '../features/traces/skeleton-stream.ts'
import { list, oneOf, orNothing, someOf, text, whole } from '../lib/search-params.ts'
import { rootRoute } from './root.tsx'

const everyStatus: Record<SpanStatus, true> = {
  running: true,
  interrupted: true,
  success: true,
  error: true,
  cancelled: true,
}
// Of the contract only the type: its schemas would double the first load's validation.
const statuses = Object.keys(everyStatus) as SpanStatus[]
const everySource: Record<TraceSource, true> = { langsmith: true, otlp: true, import: true }
const sources = Object.keys(everySource) as TraceSource[]
const section = { title: 'Traces', to: '/traces' } as const

export const tracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces',
  validateSearch: z.object({
    status: someOf(statuses),
    agent: text,
    version: whole,
    source: someOf(sources),
    project: text,
    range: orNothing(TraceRange),
    q: text,
    filter: text,
    from: whole,
    to: whole,
    columns: list,
    view: text,
    peek: text,
  }),
  staticData: { section, loads: 'the traces' },
  component: lazyRouteComponent(
    () => import('../features/traces/list/traces-page.tsx'),
    'TracesPage',
  ),
})

export const traceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/$traceId',
  validateSearch: z.object({
    view: oneOf(['tree', 'timeline', 'story', 'graph', 'statistics', 'state', 'watch', 'branches']),
    /** Of the statistics. */
    by: oneOf(['name', 'node', 'model', 'tool']),
    /** Of the graph. */
    heat: oneOf(['time', 'tokens', 'cost']),
    /** Microseconds after the trace's start: `from-to`. */
    zoom: text,
    find: text,
    span: text,
    replay: oneOf(['exact', 'until', 'only-live', 'version', 'live']),
    at: whole,
    speed: text,
  }),
  loader: ({ params, cause, abortController }) => {
    if (cause === 'enter') beginSkeleton(params.traceId, abortController.signal)
  },
  staticData: { section, loads: 'the trace' },
  component: lazyRouteComponent(() => import('./trace-screen.tsx'), 'TraceScreen'),
})
