import type { AlertDelivery, AlertIncident } from '@lathe/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeliveryRow } from './incidents.tsx'

let stop = () => {}
afterEach(() => stop())

const failed: AlertDelivery = {
  event: 'resolved',
  status: 'failed',
  attempts: 9,
  error: 'The address answered 503',
  queuedAt: 0,
  sentAt: null,
  nextAttemptAt: null,
}

const incident: AlertIncident = {
  id: uuid(2),
  alertId: uuid(1),
  rule: {
    filter: '',
    measure: 'count',
    feedbackKey: null,
    comparison: 'above',
    threshold: 1,
    window: '5m',
    minCount: 1,
  },
  startedAt: 0,
  endedAt: 1,
  value: 2,
  worst: 2,
  endValue: null,
  traces: { count: 2, from: 0, to: 1 },
  deliveries: [failed],
}

test('shows why a delivery failed and sends it again', async () => {
  const requests: unknown[] = []
  stop = serveFake({
    alerts: {
      resend: fake.alerts.resend.handler(({ input }) => {
        requests.push(input)
        return { ...failed, status: 'sent' as const, error: null }
      }),
    },
  })
  renderInApp(<DeliveryRow incident={incident} delivery={failed} isMuted={false} />)

  expect(screen.getByText('The address answered 503')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }))

  expect(requests).toEqual([{ id: uuid(1), incidentId: uuid(2), event: 'resolved' }])
})

test.each(['sent', 'waiting'] as const)('a delivery that is %s cannot be sent again', (status) => {
  renderInApp(<DeliveryRow incident={incident} delivery={{ ...failed, status }} isMuted={false} />)

  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('a message of a muted alert is held', () => {
  const pendingDelivery = { ...failed, status: 'waiting' as const, attempts: 0, error: null }
  renderInApp(<DeliveryRow incident={incident} delivery={pendingDelivery} isMuted />)

  expect(screen.getByText('held while muted')).toBeVisible()
})
