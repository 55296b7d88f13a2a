import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { ModelPayload } from './payload.tsx'
import { span } from '../testing.ts'

const call = { ...span({ kind: 'model' }), metadata: {}, events: [] }

test('shows a model call without an answer as no output, not as null', () => {
  renderInApp(<ModelPayload span={{ ...call, inputs: { q: 'look' }, outputs: null }} />)

  expect(screen.getByText('No output')).toBeVisible()
  expect(screen.queryByText('null')).not.toBeInTheDocument()
})

test('shows message parts that are neither text nor image, unless shown elsewhere', () => {
  const use = { type: 'tool_use', id: 'c1', name: 'map', input: {} }
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      ],
    },
    { role: 'assistant', content: [use], toolCalls: [{ id: 'c1', name: 'map', args: {} }] },
  ]
  renderInApp(<ModelPayload span={{ ...call, inputs: { messages }, outputs: null }} />)

  expect(screen.getByText('And this?')).toBeVisible()
  expect(screen.getByRole('region', { name: 'input_audio part' })).toHaveTextContent('AAAA')
  expect(screen.queryByRole('region', { name: /tool_use/ })).toBeNull()
})

test('shows the URL of a remote image without fetching it', () => {
  const url = 'https://elsewhere.example/a.png?seen-by=somebody'
  const content = [{ type: 'image_url', image_url: { url } }]
  const messages = [{ role: 'user', content }]
  renderInApp(<ModelPayload span={{ ...call, inputs: { messages }, outputs: null }} />)

  expect(screen.getByText(url)).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})

test('marks an incomplete answer as truncated', () => {
  const message = { role: 'assistant', content: 'It is min' }
  renderInApp(
    <ModelPayload
      span={{ ...call, inputs: { q: 'look' }, outputs: { message, finishReason: 'length' } }}
    />,
  )

  expect(screen.getByText(/Output truncated/)).toBeVisible()
})
