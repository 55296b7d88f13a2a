import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanEvents } from './span-events.tsx'

test('events show their offset from the start of the span', async () => {
  const timestamp = 1_700_000_000_000_000
  const events = [{ at: timestamp + 42_000, name: 'retry', attributes: { reason: 'rate limit' } }]

  renderInApp(<SpanEvents events={events} startedAt={timestamp} />)

  const event = await screen.findByRole('listitem')
  expect(event.textContent).toMatch(/^\+42 ms\s*retry/)
  expect(event.textContent).toContain('rate limit')
})

test('an event before its span has a negative offset', async () => {
  const timestamp = 1_700_000_000_000_000
  const events = [-42_000, -900, 900].map((us, index) => ({
    at: timestamp + us,
    name: `try ${index}`,
    attributes: {},
  }))

  renderInApp(<SpanEvents events={events} startedAt={timestamp} />)

  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '−42 mstry 0',
    'at starttry 1',
    'at starttry 2',
  ])
})

test('a log record shows its severity and text', async () => {
  const timestamp = 1_700_000_000_000_000
  const attributes = { 'log.severity': 'WARN', 'log.body': 'slow today', service: 'weather' }

  renderInApp(
    <SpanEvents events={[{ at: timestamp, name: 'log', attributes }]} startedAt={timestamp} />,
  )

  const event = await screen.findByRole('listitem')
  expect(event.textContent).toMatch(/WARN\s*slow today/)
  expect(event.textContent).toContain('weather')
  expect(event.textContent).not.toContain('log.body')
})

test('streamed tokens are grouped into one row', async () => {
  const timestamp = 1_700_000_000_000_000
  const createEvent = (name: string, ms: number) => ({
    at: timestamp + ms * 1_000,
    name,
    attributes: {},
  })
  const tokens = Array.from({ length: 900 }, (_, index) => createEvent('new_token', 100 + index))

  renderInApp(
    <SpanEvents events={[...tokens, createEvent('retry', 1_500)]} startedAt={timestamp} />,
  )

  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '+100 msnew_token 900 times, until +999 ms',
    '+1.5 sretry',
  ])
})
