import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { text } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ refused: text }),
  component: lazyPage(() => import('../features/login/login-page.tsx'), 'LoginPage'),
})
