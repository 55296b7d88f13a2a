import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Range } from '../features/overview/range.ts'
import { orNothing, text } from '../lib/search-params.ts'
import { rootRoute } from './root.tsx'

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: z.object({ range: orNothing(Range), agent: text }),
  staticData: { section: { title: 'Overview', to: '/' }, loads: 'the overview' },
  component: lazyRouteComponent(
    () => import('../features/overview/overview-page.tsx'),
    'OverviewPage',
  ),
})
