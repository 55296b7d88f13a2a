import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { list, oneOf, text, whole } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Datasets', to: '/datasets' } as const

export const datasetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets',
  staticData: { section, loads: 'the datasets' },
  component: lazyPage(() => import('../features/datasets/datasets-page.tsx'), 'DatasetsPage'),
})

export const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$name',
  validateSearch: z.object({
    tab: oneOf(['examples', 'versions', 'experiments']),
    version: whole,
    split: text,
    q: text,
    open: text,
    /** `inputs.question`, and others by their names. */
    columns: list,
    pane: oneOf(['import', 'duplicates']),
    /** Compared with an earlier version. */
    changes: whole,
  }),
  staticData: { section, loads: 'the dataset' },
  component: lazyPage(() => import('../features/datasets/dataset-page.tsx'), 'DatasetPage'),
})
