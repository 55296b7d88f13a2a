import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { renderInApp } from '../../testing/render.tsx'
import { type Pane, SplitPane } from './split-pane.tsx'

const panes: Pane[] = [
  { id: 'list', size: '400px', min: '200px', max: '700px', content: 'list' },
  { id: 'detail', size: 1, min: '100px', content: 'detail' },
]
const widthOfList = () => screen.getByText('list').style.flexBasis

beforeEach(() => {
  usePreferences.setState({ paneSizes: {} })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 1_000, 600),
  )
})

async function start() {
  const user = userEvent.setup()
  renderInApp(<SplitPane name="trace" panes={panes} />)
  await user.tab()
  return user
}

test('renders the splitter as a named separator across the panes', async () => {
  await start()

  const separator = screen.getByRole('separator', { name: 'Resize trace' })
  expect(separator).toHaveFocus()
  expect(separator).toHaveAttribute('aria-orientation', 'vertical')
  expect(separator).toHaveAttribute('aria-valuenow')
})

test('hides a pane with its splitter and leaves the others unchanged', () => {
  const field = <input aria-label="Words" />
  const withDetail = (isHidden: boolean): Pane[] => [
    { id: 'list', size: 60, content: field },
    { id: 'detail', size: 40, isHidden, content: 'detail' },
  ]
  const { rerender } = renderInApp(<SplitPane name="trace" panes={withDetail(false)} />)
  const before = screen.getByLabelText('Words')

  rerender(<SplitPane name="trace" panes={withDetail(true)} />)

  expect(screen.queryByRole('separator')).toBeNull()
  expect(screen.queryByText('detail')).toBeNull()
  expect(screen.getByLabelText('Words')).toBe(before)
})

test('moves the splitter with the arrow keys, further with Shift', async () => {
  const user = await start()

  await user.keyboard('{ArrowRight}')
  expect(widthOfList()).toBe('408px')

  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(widthOfList()).toBe('344px')
})

test('moves the splitter to its limits with Home and End', async () => {
  const user = await start()

  await user.keyboard('{End}')
  expect(widthOfList()).toBe('700px')

  await user.keyboard('{Home}')
  expect(widthOfList()).toBe('200px')
})

test('stores sizes by name', async () => {
  const user = await start()
  await user.keyboard('{ArrowRight}')

  renderInApp(
    <SplitPane
      name="trace"
      panes={[{ ...panes[0], id: 'list', size: '400px', content: 'again' }, ...panes.slice(1)]}
    />,
  )

  expect(screen.getByText('again').style.flexBasis).toBe('408px')
})
