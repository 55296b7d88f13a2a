import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { oneOf, whole } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Prompts', to: '/prompts' } as const

export const promptsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts',
  validateSearch: z.object({ show: oneOf(['deleted']) }),
  staticData: { section, loads: 'the prompts' },
  component: lazyPage(() => import('../features/prompts/prompts-page.tsx'), 'PromptsPage'),
})

export const promptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts/$name',
  validateSearch: z.object({
    tab: oneOf(['versions', 'metrics', 'uses']),
    version: whole,
    against: whole,
    edit: oneOf(['new']),
  }),
  staticData: { section, loads: 'the prompt' },
  component: lazyPage(() => import('../features/prompts/prompt-page.tsx'), 'PromptPage'),
})
