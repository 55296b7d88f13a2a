import type { SpanDetail } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { span } from '../testing.ts'
import { ItemContent } from './item-content.tsx'

let stop = () => {}
afterEach(() => stop())

function serveSpan(detail: Partial<SpanDetail>) {
  const servedSpan = { ...span(), inputs: null, outputs: null, metadata: {}, events: [], ...detail }
  stop = serveFake({ traces: { span: fake.traces.span.handler(() => servedSpan) } })
  return servedSpan
}

test('shows the input while the output is pending', async () => {
  const open = serveSpan({ status: 'running', endedAt: null, inputs: { question: 'How far?' } })

  renderInApp(<ItemContent item={{ type: 'input', id: 'input', span: open, depth: 0 }} />)

  expect(await screen.findByText('How far?')).toBeVisible()
})

test('shows the input and output of a lone model call', async () => {
  const model = serveSpan({
    kind: 'model',
    payloadBytes: 9,
    inputs: { messages: [[{ role: 'user', content: 'How far?' }]] },
    outputs: { role: 'assistant', content: 'Nine miles.' },
  })

  renderInApp(
    <>
      <ItemContent item={{ type: 'input', id: 'input', span: model, depth: 0 }} />
      <ItemContent item={{ type: 'output', id: 'output', span: model, depth: 0 }} />
    </>,
  )

  expect(await screen.findByText('How far?')).toBeVisible()
  expect(screen.getByText('Nine miles.')).toBeVisible()
})

test('shows input images without their base64 text', async () => {
  const photo = 'data:image/png;base64,AAAA'
  const content = [
    { type: 'text', text: 'What?' },
    { type: 'image_url', image_url: photo },
  ]
  const model = serveSpan({
    kind: 'model',
    payloadBytes: 9,
    inputs: { messages: [{ role: 'user', content }] },
  })
  const questionItem = renderInApp(
    <ItemContent item={{ type: 'input', id: 'input', span: model, depth: 0 }} />,
  )
  expect(await screen.findByRole('img', { name: 'Image 1' })).toBeVisible()
  expect(screen.getByText('What?')).toBeVisible()
  questionItem.unmount()
  stop()

  const agent = serveSpan({
    kind: 'agent',
    payloadBytes: 9,
    inputs: { photo },
    outputs: { photo, n: 1 },
  })
  renderInApp(
    <>
      <ItemContent item={{ type: 'input', id: 'input', span: agent, depth: 0 }} />
      <ItemContent item={{ type: 'output', id: 'output', span: agent, depth: 0 }} />
    </>,
  )
  expect(await screen.findByRole('img', { name: 'Picture' })).toBeVisible()
  expect(screen.getByText('{"photo":"PNG, 3 B","n":1}')).toBeVisible()
})

test('marks an item without payload as having no input or output', () => {
  renderInApp(<ItemContent item={{ type: 'input', id: 'input', span: span(), depth: 0 }} />)

  expect(screen.getByText('No input or output')).toBeVisible()
})
