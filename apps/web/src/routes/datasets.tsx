import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { listParam, enumParam, textParam, integerParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Datasets', to: '/datasets' } as const

export const datasetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets',
  staticData: { section, contentLabel: 'the datasets' },
  component: lazyPage(() => import('../features/datasets/datasets-page.tsx'), 'DatasetsPage'),
})

export const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$name',
  validateSearch: z.object({
    tab: enumParam(['examples', 'versions', 'experiments']),
    version: integerParam,
    split: textParam,
    q: textParam,
    open: textParam,
    /** `inputs.question`, and others by their names. */
    columns: listParam,
    pane: enumParam(['import', 'duplicates']),
    /** Compared with an earlier version. */
    changes: integerParam,
  }),
  staticData: { section, contentLabel: 'the dataset' },
  component: lazyPage(() => import('../features/datasets/dataset-page.tsx'), 'DatasetPage'),
})
