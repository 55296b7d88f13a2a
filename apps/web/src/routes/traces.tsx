import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SpanStatus } from '@lathe/contract'
import * as z from 'zod'
import { TraceRange } from '../features/traces/trace-range.ts'
import { oneOf, someOf, text } from '../lib/search-params.ts'
import { rootRoute } from './root.tsx'

const section = { title: 'Traces', to: '/traces' } as const

export const tracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces',
  validateSearch: z.object({
    status: someOf(SpanStatus.options),
    agent: text,
    range: TraceRange.optional().catch(undefined),
    q: text,
    peek: text,
  }),
  staticData: { section, loads: 'the traces' },
  component: lazyRouteComponent(() => import('../features/traces/traces-page.tsx'), 'TracesPage'),
})

export const traceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/$traceId',
  validateSearch: z.object({ view: oneOf(['tree', 'timeline']), span: text }),
  staticData: { section, loads: 'the trace' },
  component: lazyRouteComponent(() => import('../features/traces/trace-page.tsx'), 'TracePage'),
})
