import { Notifications } from '@mantine/notifications'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderInApp } from './render.tsx'

/** Pages by path, such as `/agents/$agent`. Undefined renders an empty target page. */
type Pages = Record<string, (() => ReactNode) | undefined>

/** Renders the page at an address, with what it notifies of. */
export async function renderPages(address: string, pages: Pages) {
  const root = createRootRoute()
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, ...(component && { component }) }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const view = renderInApp(
    <>
      <Notifications />
      {/* The app's own router type is registered; this one stands in for it. */}
      <RouterProvider router={router as never} />
    </>,
  )
  return { ...view, router }
}
