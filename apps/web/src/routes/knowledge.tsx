import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { oneOf, orNothing, text } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const knowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge',
  validateSearch: z.object({
    collection: text,
    tab: oneOf(['documents', 'search', 'settings']),
    document: text,
    q: text,
    add: orNothing(z.literal(true)),
    create: orNothing(z.literal(true)),
  }),
  staticData: { section: { title: 'Knowledge', to: '/knowledge' }, loads: 'the collections' },
  component: lazyPage(() => import('../features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
})
