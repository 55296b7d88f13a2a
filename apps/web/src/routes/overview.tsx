import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { dimensionIds, measureIds } from '../features/overview/dimensions.ts'
import { Range } from '../features/overview/range.ts'
import { oneOf, orNothing, text, whole } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: z.object({
    range: orNothing(Range),
    /** Microseconds: what was dragged over. */
    from: whole,
    to: whole,
    agent: text,
    project: text,
    environment: text,
    by: oneOf(dimensionIds),
    measure: oneOf(measureIds),
  }),
  staticData: { section: { title: 'Overview', to: '/' }, loads: 'the overview' },
  component: lazyPage(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
})
