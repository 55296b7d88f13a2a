import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanPayloads } from './span-payloads.tsx'
import { span } from '../testing.ts'

const record = (name: string, body: string) => ({
  at: 1,
  name,
  attributes: { 'log.severity': 'INFO', 'log.body': body },
})
const events = [record('gen_ai.user.message', 'Paris?'), record('log', 'slow today')]

test('hides log events that repeat the messages', () => {
  const inputs = { messages: [{ role: 'user', content: 'Paris?' }] }
  const call = { ...span({ kind: 'model' }), metadata: {}, events, inputs, outputs: null }
  renderInApp(<SpanPayloads span={call} isRecorded={false} />)

  expect(screen.getAllByText('Paris?')).toHaveLength(1)
  expect(screen.getByText('slow today')).toBeVisible()
})

test('shows log events of a span without payload', () => {
  const call = { ...span({ kind: 'chain' }), metadata: {}, events, inputs: null, outputs: null }
  renderInApp(<SpanPayloads span={call} isRecorded={false} />)

  expect(screen.getByText('Paris?')).toBeVisible()
})

test('a missing output is not shown as null', () => {
  const step = { ...span(), metadata: {}, events: [], inputs: { q: 1 }, outputs: null }
  renderInApp(<SpanPayloads span={step} isRecorded={false} />)

  expect(screen.getByText('None')).toBeVisible()
  expect(screen.queryByText('null')).toBeNull()
})
