import type { Dataset } from '@lathe/contract'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { ImportPane } from './import-pane.tsx'

const dataset: Dataset = {
  id: '01980000-0000-7000-8000-000000000001',
  name: 'tides',
  description: '',
  version: 1,
  examples: 0,
  experiments: 0,
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
}

test('rows pasted outside a field do not replace the rows being mapped', async () => {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/datasets/$name',
    component: () => <ImportPane dataset={dataset} pastedText="" onPastedTextChange={() => {}} />,
  })
  const history = createMemoryHistory({ initialEntries: ['/datasets/tides'] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  renderInApp(<RouterProvider<typeof router> router={router} />)
  const field = await screen.findByRole('textbox')
  const pasteText = (text: string) =>
    fireEvent.paste(document.body, { clipboardData: { getData: () => text } })

  pasteText('question\nWhy?')
  expect(field).toHaveProperty('value', 'question\nWhy?')
  pasteText('question\nWhen?')
  expect(field).toHaveProperty('value', 'question\nWhy?')

  fireEvent.change(field, { target: { value: '' } })
  pasteText('question\nWhy?')
  expect(field).toHaveProperty('value', 'question\nWhy?')
})
