import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { SpanPayloads } from './span-payloads.tsx'
import { span } from './testing.ts'

const record = (name: string, body: string) => ({
  at: 1,
  name,
  attributes: { 'log.severity': 'INFO', 'log.body': body },
})
const events = [record('gen_ai.user.message', 'Paris?'), record('log', 'slow today')]

test('log records that hold what was asked are not told again as events', () => {
  const inputs = { messages: [{ role: 'user', content: 'Paris?' }] }
  const call = { ...span({ kind: 'model' }), metadata: {}, events, inputs, outputs: null }
  renderInApp(<SpanPayloads span={call} isRecorded={false} />)

  expect(screen.getAllByText('Paris?')).toHaveLength(1)
  expect(screen.getByText('slow today')).toBeVisible()
})

test('log records of a span that says nothing else are told', () => {
  const call = { ...span({ kind: 'chain' }), metadata: {}, events, inputs: null, outputs: null }
  renderInApp(<SpanPayloads span={call} isRecorded={false} />)

  expect(screen.getByText('Paris?')).toBeVisible()
})

test('an output that never came is not told as a value', () => {
  const step = { ...span(), metadata: {}, events: [], inputs: { q: 1 }, outputs: null }
  renderInApp(<SpanPayloads span={step} isRecorded={false} />)

  expect(screen.getByText('None came.')).toBeVisible()
  expect(screen.queryByText('null')).toBeNull()
})
