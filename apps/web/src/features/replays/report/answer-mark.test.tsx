import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { AnswerIcon } from './sameness-icon.tsx'

const names = { recording: 'recording', replay: 'replay' }

test('marks a recorded answer to a changed request as reused, not as the same', async () => {
  renderInApp(
    <AnswerIcon
      step={{ request: 'different', answer: 'same', servedBy: 'recording' }}
      names={names}
    />,
  )

  expect(await screen.findByText('reused')).toBeVisible()
  expect(screen.queryByText('same')).toBeNull()
})

test('marks a live answer to a changed request by its content', async () => {
  renderInApp(
    <AnswerIcon step={{ request: 'different', answer: 'same', servedBy: 'live' }} names={names} />,
  )

  expect(await screen.findByText('same')).toBeVisible()
})
