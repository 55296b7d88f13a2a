import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { oneOf, text } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models',
  validateSearch: z.object({
    tab: oneOf(['connections', 'prices']),
    connection: text,
    preset: text,
    /** Name of a model that is to have a price. */
    price: text,
  }),
  staticData: { section: { title: 'Models', to: '/models' }, loads: 'the models' },
  component: lazyPage(() => import('../features/models/models-page.tsx'), 'ModelsPage'),
})
