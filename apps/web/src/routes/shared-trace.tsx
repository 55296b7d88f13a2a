import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

/** LangSmith clients build this address for share links. */
export const sharedTraceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/$token/r',
  validateSearch: z.object({ span: textParam }),
  staticData: { contentLabel: 'the shared trace' },
  component: lazyPage(
    () => import('../features/traces/shared/shared-trace-page.tsx'),
    'SharedTracePage',
  ),
})
