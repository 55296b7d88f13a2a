import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models',
  validateSearch: z.object({
    tab: enumParam(['connections', 'prices']),
    connection: textParam,
    preset: textParam,
    /** Name of a model that is to have a price. */
    price: textParam,
  }),
  staticData: { section: { title: 'Models', to: '/models' }, contentLabel: 'the models' },
  component: lazyPage(() => import('../features/models/models-page.tsx'), 'ModelsPage'),
})
