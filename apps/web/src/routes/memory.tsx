import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const memoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory',
  validateSearch: z.object({ in: textParam, q: textParam, key: textParam }),
  staticData: { section: { title: 'Memory', to: '/memory' }, contentLabel: 'the memory' },
  component: lazyPage(() => import('../features/memory/memory-page.tsx'), 'MemoryPage'),
})
