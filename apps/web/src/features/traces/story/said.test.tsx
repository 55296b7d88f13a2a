import type { SpanDetail } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { span } from '../testing.ts'
import { Said } from './said.tsx'

let stop = () => {}
afterEach(() => stop())

function serve(detail: Partial<SpanDetail>) {
  const served = { ...span(), inputs: null, outputs: null, metadata: {}, events: [], ...detail }
  stop = serveFake({ traces: { span: fake.traces.span.handler(() => served) } })
  return served
}

test('tells what was asked while the answer is still awaited', async () => {
  const open = serve({ status: 'running', endedAt: null, inputs: { question: 'How far?' } })

  renderInApp(<Said item={{ type: 'input', id: 'input', span: open, depth: 0 }} />)

  expect(await screen.findByText('How far?')).toBeVisible()
})

test('tells question and answer of a model that is alone', async () => {
  const model = serve({
    kind: 'model',
    payloadBytes: 9,
    inputs: { messages: [[{ role: 'user', content: 'How far?' }]] },
    outputs: { role: 'assistant', content: 'Nine miles.' },
  })

  renderInApp(
    <>
      <Said item={{ type: 'input', id: 'input', span: model, depth: 0 }} />
      <Said item={{ type: 'output', id: 'output', span: model, depth: 0 }} />
    </>,
  )

  expect(await screen.findByText('How far?')).toBeVisible()
  expect(screen.getByText('Nine miles.')).toBeVisible()
})

test('says of what came with nothing that it did', () => {
  renderInApp(<Said item={{ type: 'input', id: 'input', span: span(), depth: 0 }} />)

  expect(screen.getByText('It came with neither input nor output.')).toBeVisible()
})
