import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, optionalParam, textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const knowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge',
  validateSearch: z.object({
    collection: textParam,
    tab: enumParam(['documents', 'search', 'settings']),
    document: textParam,
    q: textParam,
    add: optionalParam(z.literal(true)),
    create: optionalParam(z.literal(true)),
  }),
  staticData: {
    section: { title: 'Knowledge', to: '/knowledge' },
    contentLabel: 'the collections',
  },
  component: lazyPage(() => import('../features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
})
