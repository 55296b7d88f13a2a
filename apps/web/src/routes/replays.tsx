import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, textParam, integerParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Traces', to: '/traces' } as const
const reportParams = {
  view: enumParam(['steps', 'states', 'writes', 'graph']),
  step: integerParam,
  showing: enumParam(['changes', 'sides']),
}

export const replaysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/replays',
  validateSearch: z.object({ filter: textParam }),
  staticData: { section, contentLabel: 'the replays' },
  component: lazyPage(() => import('../features/replays/batches/replays-page.tsx'), 'ReplaysPage'),
})

export const replayBatchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/replays/batches/$batchId',
  staticData: { section, contentLabel: 'the replays' },
  component: lazyPage(() => import('../features/replays/batches/batch-page.tsx'), 'BatchPage'),
})

export const replayRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/replays/$replayId',
  validateSearch: z.object(reportParams),
  staticData: { section, contentLabel: 'the replay' },
  component: lazyPage(() => import('../features/replays/replay-page.tsx'), 'ReplayPage'),
})

export const traceDiffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/traces/diff',
  validateSearch: z.object({ ...reportParams, a: textParam, b: textParam }),
  staticData: { section, contentLabel: 'the traces' },
  component: lazyPage(() => import('../features/replays/diff/diff-page.tsx'), 'TraceDiffPage'),
})
