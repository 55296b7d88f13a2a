import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { AnswerLink } from './trace-header.tsx'

const show = (trace: Parameters<typeof AnswerLink>[0]['trace']) =>
  renderPages('/one', {
    '/one': () => (
      <>
        <p>Shown</p>
        <AnswerLink trace={trace} />
      </>
    ),
    '/inbox': undefined,
  })

test('the trace of a waiting run links to its questions in the inbox', async () => {
  await show({ status: 'interrupted', runId: uuid(7) })

  expect(screen.getByRole('link', { name: 'Answer in the inbox' })).toHaveAttribute(
    'href',
    `/inbox?run=${uuid(7)}`,
  )
})

test('an interrupted trace of another program has no link to the inbox', async () => {
  await show({ status: 'interrupted', runId: null })

  expect(screen.getByText('Shown')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
