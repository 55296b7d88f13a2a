import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { tabPanel, ViewTabs } from './view-tabs.tsx'

const tabs = [
  { value: 'tree', label: 'Tree' },
  { value: 'timeline', label: 'Timeline' },
] as const

test('keeps actions next to the tabs out of the tab list', () => {
  renderInApp(
    <ViewTabs
      label="View"
      tabs={tabs}
      value="tree"
      onChange={() => undefined}
      actions={<input aria-label="Find" />}
    />,
  )

  expect(screen.getByLabelText('Find')).toBeVisible()
  expect(within(screen.getByRole('tablist', { name: 'View' })).queryByLabelText('Find')).toBeNull()
})

test('reports the chosen tab', async () => {
  const onChange = vi.fn<(value: string) => void>()
  renderInApp(<ViewTabs label="View" tabs={tabs} value="tree" onChange={onChange} />)

  await userEvent.click(screen.getByRole('tab', { name: 'Timeline' }))

  expect(onChange).toHaveBeenCalledExactlyOnceWith('timeline')
})

test('links a tab and its panel', () => {
  renderInApp(
    <>
      <ViewTabs id="view" label="View" tabs={tabs} value="tree" onChange={() => undefined} />
      <div {...tabPanel('view', 'tree')}>Leaves</div>
    </>,
  )

  const panel = screen.getByRole('tabpanel', { name: 'Tree' })
  expect(panel).toHaveTextContent('Leaves')
  expect(screen.getByRole('tab', { name: 'Tree' })).toHaveAttribute('aria-controls', panel.id)
  expect(screen.getByRole('tab', { name: 'Timeline' })).not.toHaveAttribute('aria-controls')
})
