import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { AnswerLink, SenderLinks } from './trace-header.tsx'

const showAnswerLink = (trace: Parameters<typeof AnswerLink>[0]['trace']) =>
  renderPages('/one', {
    '/one': () => (
      <>
        <p>Shown</p>
        <AnswerLink trace={trace} />
      </>
    ),
    '/inbox': undefined,
  })

test('an interrupted run links to the inbox', async () => {
  await showAnswerLink({ status: 'interrupted', runId: uuid(7) })

  expect(screen.getByRole('link', { name: 'Answer in the inbox' })).toHaveAttribute(
    'href',
    `/inbox?run=${uuid(7)}`,
  )
})

test('an interrupted external trace has no link to the inbox', async () => {
  await showAnswerLink({ status: 'interrupted', runId: null })

  expect(screen.getByText('Shown')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

const showSenderLinks = (trace: Parameters<typeof SenderLinks>[0]['trace']) =>
  renderPages('/one', {
    '/one': () => <SenderLinks trace={trace} />,
    '/traces': undefined,
    '/traces/threads/$thread': undefined,
  })

test('an external trace links to its project and thread', async () => {
  await showSenderLinks({ project: 'shop', projectId: uuid(7), threadId: 'talk 1' })

  expect(screen.getByRole('link', { name: 'shop' })).toHaveAttribute('href', '/traces?project=shop')
  expect(screen.getByRole('link', { name: 'Thread' })).toHaveAttribute(
    'href',
    '/traces/threads/talk%201?project=shop',
  )
})

test('the links of a deleted project use its id', async () => {
  await showSenderLinks({ project: null, projectId: uuid(7), threadId: 'talk 1' })

  expect(screen.getByRole('link', { name: /^deleted project/ })).toHaveAttribute(
    'href',
    `/traces?project=${uuid(7)}`,
  )
  expect(screen.getByRole('link', { name: 'Thread' })).toHaveAttribute(
    'href',
    `/traces/threads/talk%201?project=${uuid(7)}`,
  )
})

test('a trace without project and thread has no links', async () => {
  await showSenderLinks({ project: null, projectId: null, threadId: null })

  expect(screen.queryByRole('link')).toBeNull()
})
