import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { prefetchComparison } from '../features/comparisons/comparison-queries.ts'
import { listParam, enumParam, textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Compare', lists: 'comparisons', to: '/compare' } as const

export const comparisonsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  validateSearch: z.object({ tab: enumParam(['comparisons', 'suites', 'experiments']) }),
  staticData: { section, contentLabel: 'the comparisons' },
  component: lazyPage(
    () => import('../features/comparisons/comparisons-page.tsx'),
    'ComparisonsPage',
  ),
})

export const comparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare/$id',
  validateSearch: z.object({
    show: enumParam([
      'all',
      'different',
      'failures',
      'errors',
      'improved',
      'regressed',
      'tied',
      'undecided',
    ]),
    variant: textParam,
    by: textParam,
    cells: enumParam(['rendered', 'raw', 'baseline', 'reference']),
    open: textParam,
  }),
  loader: ({ params, cause, context }) => {
    if (cause !== 'stay') void prefetchComparison(context.queryClient, params.id)
  },
  staticData: { section, contentLabel: 'the comparison' },
  component: lazyPage(
    () => import('../features/comparisons/comparison-page.tsx'),
    'ComparisonPage',
  ),
})

export const suiteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare/suites/$id',
  staticData: { section, contentLabel: 'the regression suite' },
  component: lazyPage(() => import('../features/comparisons/suites/suite-page.tsx'), 'SuitePage'),
})

export const experimentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare/experiments',
  validateSearch: z.object({
    of: listParam,
    by: textParam,
    show: enumParam(['all', 'different', 'errors', 'improved', 'regressed']),
    chosen: textParam,
  }),
  staticData: { section, contentLabel: 'the experiments' },
  component: lazyPage(
    () => import('../features/comparisons/experiments/experiments-page.tsx'),
    'ExperimentsPage',
  ),
})
