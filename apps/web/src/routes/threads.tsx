import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Threads', to: '/threads' } as const

export const threadsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/threads',
  validateSearch: z.object({ agent: textParam, q: textParam }),
  staticData: { section, contentLabel: 'the threads' },
  component: lazyPage(() => import('../features/threads/threads-page.tsx'), 'ThreadsPage'),
})

export const threadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/threads/$thread',
  validateSearch: z.object({ at: textParam, view: enumParam(['state', 'changes']) }),
  staticData: { section, contentLabel: 'the thread' },
  component: lazyPage(() => import('../features/threads/history/thread-page.tsx'), 'ThreadPage'),
})
