import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ refused: textParam }),
  component: lazyPage(() => import('../features/login/login-page.tsx'), 'LoginPage'),
})
