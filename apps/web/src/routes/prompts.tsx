import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, integerParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Prompts', to: '/prompts' } as const

export const promptsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts',
  validateSearch: z.object({ show: enumParam(['deleted']) }),
  staticData: { section, contentLabel: 'the prompts' },
  component: lazyPage(() => import('../features/prompts/prompts-page.tsx'), 'PromptsPage'),
})

export const promptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prompts/$name',
  validateSearch: z.object({
    tab: enumParam(['versions', 'metrics', 'uses']),
    version: integerParam,
    against: integerParam,
    edit: enumParam(['new']),
  }),
  staticData: { section, contentLabel: 'the prompt' },
  component: lazyPage(() => import('../features/prompts/prompt-page.tsx'), 'PromptPage'),
})
