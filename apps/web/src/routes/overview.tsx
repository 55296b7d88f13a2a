import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { dimensionIds, measureIds } from '../features/overview/dimensions.ts'
import { Range } from '../features/overview/range.ts'
import { enumParam, optionalParam, textParam, integerParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: z.object({
    range: optionalParam(Range),
    /** Microseconds: what was dragged over. */
    from: integerParam,
    to: integerParam,
    agent: textParam,
    project: textParam,
    environment: textParam,
    by: enumParam(dimensionIds),
    measure: enumParam(measureIds),
  }),
  staticData: { section: { title: 'Overview', to: '/' }, contentLabel: 'the overview' },
  component: lazyPage(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
})
