import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { ModelPayload } from './payload.tsx'
import { span } from './testing.ts'

const call = { ...span({ kind: 'model' }), metadata: {}, events: [] }

test('a model that answered nothing is said to have, not to have answered null', () => {
  renderInApp(<ModelPayload span={{ ...call, inputs: { q: 'look' }, outputs: null }} />)

  expect(screen.getByText('It came without an answer.')).toBeVisible()
  expect(screen.queryByText('null')).not.toBeInTheDocument()
})

test('what is neither text nor picture of a message is shown, unless it is told elsewhere', () => {
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
  expect(screen.getByRole('region', { name: 'Part of the type input_audio' })).toHaveTextContent(
    'AAAA',
  )
  expect(screen.queryByRole('region', { name: /tool_use/ })).toBeNull()
})

test('of a picture elsewhere the address is shown, and nothing is fetched', () => {
  const url = 'https://elsewhere.example/a.png?seen-by=somebody'
  const content = [{ type: 'image_url', image_url: { url } }]
  const messages = [{ role: 'user', content }]
  renderInApp(<ModelPayload span={{ ...call, inputs: { messages }, outputs: null }} />)

  expect(screen.getByText(url)).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})

test('an answer that is not whole is said to be cut off', () => {
  const message = { role: 'assistant', content: 'It is min' }
  renderInApp(
    <ModelPayload
      span={{ ...call, inputs: { q: 'look' }, outputs: { message, finishReason: 'length' } }}
    />,
  )

  expect(screen.getByText(/The answer is cut off/)).toBeVisible()
})
