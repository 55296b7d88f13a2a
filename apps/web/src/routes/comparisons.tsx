import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { beginComparison } from '../features/comparisons/begin-comparison.ts'
import { oneOf, text } from '../lib/search-params.ts'
import { rootRoute } from './root.tsx'

const section = { title: 'Compare', lists: 'comparisons', to: '/compare' } as const

export const comparisonsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  validateSearch: z.object({ tab: oneOf(['comparisons', 'suites']) }),
  staticData: { section, loads: 'the comparisons' },
  component: lazyRouteComponent(
    () => import('../features/comparisons/comparisons-page.tsx'),
    'ComparisonsPage',
  ),
})

export const comparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare/$id',
  validateSearch: z.object({
    show: oneOf(['all', 'different', 'failures', 'errors', 'improved', 'regressed']),
    variant: text,
    by: text,
    cells: oneOf(['rendered', 'raw', 'baseline', 'reference']),
    open: text,
  }),
  loader: ({ params, cause, context }) => {
    if (cause !== 'stay') void beginComparison(context.queryClient, params.id, cause)
  },
  staticData: { section, loads: 'the comparison' },
  component: lazyRouteComponent(
    () => import('../features/comparisons/comparison-page.tsx'),
    'ComparisonPage',
  ),
})

export const suiteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare/suites/$id',
  staticData: { section, loads: 'the regression suite' },
  component: lazyRouteComponent(
    () => import('../features/comparisons/suites/suite-page.tsx'),
    'SuitePage',
  ),
})
