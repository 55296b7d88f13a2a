import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanRowView } from './span-row.tsx'
import { span } from '../testing.ts'

const renderRow = (name: string) => ({
  span: span({ name, parentId: 'elsewhere' }),
  depth: 0,
  hasChildren: false,
  isOpen: false,
  isOrphan: true,
})

test.each([
  ['chat', 'parent not received', 'not received yet'],
  ['', 'not received yet', 'parent not received'],
])('a span named “%s” shows: %s', (name, visibleTexts, hiddenTexts) => {
  renderInApp(
    <SpanRowView
      row={renderRow(name)}
      range={undefined}
      now={0}
      isSilent={false}
      path={undefined}
    />,
  )

  expect(screen.getByText(visibleTexts)).toBeVisible()
  expect(screen.queryByText(hiddenTexts)).toBeNull()
})
