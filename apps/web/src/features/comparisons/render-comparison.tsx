import type { ComparisonDetail } from '@lathe/contract'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderInApp } from '../../testing/render.tsx'
import { ComparisonProvider } from './comparison-context.ts'
import { createAutosave } from './plan/autosave.ts'
import { createPlanStore } from './plan/plan-store.ts'

/** Renders part of a comparison page in tests. The router renders asynchronously. */
export function renderComparison(
  detail: ComparisonDetail,
  children: ReactNode,
  { isWhole = true, search = '' } = {},
) {
  const store = createPlanStore(detail)
  const autosave = createAutosave({
    detail,
    store,
    onSaved: () => {},
    onMerged: () => {},
    onState: () => {},
  })
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/compare/$id',
    component: () => (
      <ComparisonProvider value={{ detail, isFullyLoaded: isWhole, store, autosave }}>
        {children}
      </ComparisonProvider>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [`/compare/${detail.id}${search}`] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  return renderInApp(<RouterProvider<typeof router> router={router} />)
}
