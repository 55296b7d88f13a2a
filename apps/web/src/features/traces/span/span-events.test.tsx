import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanEvents } from './span-events.tsx'

test('events tell how far into their span they were', async () => {
  const at = 1_700_000_000_000_000
  const events = [{ at: at + 42_000, name: 'retry', attributes: { reason: 'rate limit' } }]

  renderInApp(<SpanEvents events={events} startedAt={at} />)

  const event = await screen.findByRole('listitem')
  expect(event.textContent).toMatch(/^\+42 ms\s*retry/)
  expect(event.textContent).toContain('rate limit')
})

test('an event that a clock puts before its span is said to be before it', async () => {
  const at = 1_700_000_000_000_000
  const events = [-42_000, -900, 900].map((us, index) => ({
    at: at + us,
    name: `try ${index}`,
    attributes: {},
  }))

  renderInApp(<SpanEvents events={events} startedAt={at} />)

  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '−42 mstry 0',
    'at its starttry 1',
    'at its starttry 2',
  ])
})

test('a log record tells how grave it is and its words', async () => {
  const at = 1_700_000_000_000_000
  const attributes = { 'log.severity': 'WARN', 'log.body': 'slow today', service: 'weather' }

  renderInApp(<SpanEvents events={[{ at, name: 'log', attributes }]} startedAt={at} />)

  const event = await screen.findByRole('listitem')
  expect(event.textContent).toMatch(/WARN\s*slow today/)
  expect(event.textContent).toContain('weather')
  expect(event.textContent).not.toContain('log.body')
})

test('tokens that stream are one row, whatever else stands beside them', async () => {
  const at = 1_700_000_000_000_000
  const said = (name: string, ms: number) => ({ at: at + ms * 1_000, name, attributes: {} })
  const tokens = Array.from({ length: 900 }, (_, index) => said('new_token', 100 + index))

  renderInApp(<SpanEvents events={[...tokens, said('retry', 1_500)]} startedAt={at} />)

  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '+100 msnew_token 900 times, until +999 ms',
    '+1.5 sretry',
  ])
})
