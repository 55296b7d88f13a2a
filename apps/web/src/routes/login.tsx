import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { text } from '../lib/search-params.ts'
import { rootRoute } from './root.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ refused: text }),
  component: lazyRouteComponent(() => import('../features/login/login-page.tsx'), 'LoginPage'),
})
