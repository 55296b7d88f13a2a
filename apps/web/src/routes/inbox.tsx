import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: z.object({
    run: textParam,
    agent: textParam,
    kind: enumParam(['ask', 'approval', 'breakpoint']),
  }),
  staticData: { section: { title: 'Inbox', to: '/inbox' }, contentLabel: 'the inbox' },
  component: lazyPage(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
})
