import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { useWhileCurrent } from './use-while-current.ts'

test('ignores navigation from an earlier page', async () => {
  const user = userEvent.setup()
  const root = createRootRoute()
  const done: string[] = []
  function Page() {
    const whileHere = useWhileCurrent()
    return <button onClick={() => whileHere(() => done.push('went'))}>Go</button>
  }
  const page = createRoute({ getParentRoute: () => root, path: '/page/$id', component: Page })
  const loading = Promise.withResolvers<void>()
  const other = createRoute({
    getParentRoute: () => root,
    path: '/threads',
    loader: () => loading.promise,
    pendingMs: Number.POSITIVE_INFINITY,
    component: () => 'Other',
  })
  const history = createMemoryHistory({ initialEntries: ['/page/1/'] })
  const router = createRouter({ routeTree: root.addChildren([page, other]), history })
  renderInApp(<RouterProvider router={router} />)
  const go = await screen.findByText('Go')

  await user.click(go)
  const leaving = router.navigate({ to: '/threads' })
  await user.click(go)
  loading.resolve()
  await leaving

  expect(done).toEqual(['went'])
  expect(await screen.findByText('Other')).toBeVisible()
})
