import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { span } from '../testing.ts'
import { TranscriptItem } from './transcript-item.tsx'

const show = (status: 'error' | 'interrupted' | 'running') =>
  renderInApp(
    <TranscriptItem
      item={{ type: 'step', id: 's', depth: 0, span: span({ status }) }}
      isSelected={false}
      isMatch={false}
      isSilent
      liveText={undefined}
      onSelect={() => undefined}
      onToggle={() => undefined}
    />,
  )

test('only open spans of a stale trace show that their end was never received', () => {
  const { unmount } = show('running')
  expect(screen.getByText('Running · end not reported')).toBeVisible()
  unmount()

  show('error')
  show('interrupted')
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.getByText('Paused')).toBeVisible()
})
