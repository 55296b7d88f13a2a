import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { section: { title: 'Overview', to: '/' }, loads: 'the overview' },
  component: lazyRouteComponent(
    () => import('../features/overview/overview-page.tsx'),
    'OverviewPage',
  ),
})
