import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NOON } from '../store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { createAlerter } from './alerter.ts'
import { deliver } from './deliver.ts'
import { claimDelivery, nextDelivery } from './deliveries.store.ts'
import {
  endedTrace,
  errorsAbove,
  failedTrace,
  insertTraces,
  MINUTE,
  startReceiver,
} from './alerts.fixture.ts'
import { evaluateAlert } from './evaluate-alert.ts'

const allowed = { LATHE_ALLOW_HOSTS: '127.0.0.1' }
const SECRET = 'whsec_Y2FuYXJ5IHNlY3JldCBvZiBob29rcw=='

describeDatabases('alert notifications', (db) => {
  const fire = async (webhookUrl: string, env: Record<string, string> = allowed) => {
    const { client } = createTestApp(db(), { env: allowed })
    const { context, client: restricted } = createTestApp(db(), { env })
    await insertTraces(db(), [endedTrace(MINUTE / 2, 1_000, failedTrace)])
    const rule = errorsAbove(0.5)
    const { id } = await client.alerts.create({ name: 'F', ...rule, webhookUrl, secret: SECRET })
    const lookAt = async (minute: number) => {
      const row = await db().selectFrom('alerts').selectAll().executeTakeFirstOrThrow()
      await evaluateAlert({ db: db(), url: context.url }, row, NOON + minute * MINUTE)
    }
    await lookAt(1)
    // Prevents scheduled evaluations during the test.
    await db().updateTable('alerts').set({ due_at: Number.MAX_SAFE_INTEGER }).execute()
    const start = async () => {
      const { vault, webhooks, log, url } = context
      const alerter = createAlerter({ db: db(), vault, webhooks, log, url })
      await alerter.start()
      onTestFinished(() => alerter.drain())
      return alerter
    }
    const firing = async () => (await client.alerts.incidents({ id })).items[0]
    return { client, restricted, context, id, lookAt, start, firing }
  }
  const eventually = <T>(expectation: () => Promise<T>) =>
    vi.waitFor(expectation, { timeout: 120_000 })

  test('sends each notification once, signed and with its own id', async () => {
    const { received, url } = await startReceiver(200)
    const alert = await fire(url)

    await alert.start()
    await eventually(async () =>
      expect((await alert.firing())?.deliveries).toMatchObject([
        { event: 'firing', status: 'sent', attempts: 1, error: null },
      ]),
    )

    expect(received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const { id, text } = JSON.parse(body)
    expect(text).toContain('Firing: F')
    expect(headers['webhook-id']).toBe(id)
    const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`
    const key = Buffer.from('canary secret of hooks')
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  test('retries with the same id and sends the resolution afterwards', async () => {
    const { received, url } = await startReceiver(503, 200)
    const alert = await fire(url)
    for (let minute = 6; minute <= 8; minute++) await alert.lookAt(minute)
    await db().updateTable('alerts').set({ due_at: Number.MAX_SAFE_INTEGER }).execute()

    const alerter = await alert.start()
    await eventually(async () =>
      expect((await alert.firing())?.deliveries).toMatchObject([
        { event: 'firing', status: 'waiting', error: expect.stringContaining('503') },
        { event: 'resolved', status: 'waiting', attempts: 0 },
      ]),
    )
    await db().updateTable('alert_deliveries').set({ due_at: 0 }).execute()
    alerter.wake()
    await eventually(async () =>
      expect((await alert.firing())?.deliveries).toMatchObject([
        { status: 'sent', attempts: 2, error: null },
        { status: 'sent', attempts: 1 },
      ]),
    )

    const messages: { id: string; type: string }[] = received.map(({ body }) => JSON.parse(body))
    expect(messages.map(({ type }) => type)).toEqual([
      'alert.firing',
      'alert.firing',
      'alert.resolved',
    ])
    expect(messages[0]?.id).toBe(messages[1]?.id)
  })

  test('sends a resolution that was pending when the alert was muted once it is unmuted', async () => {
    const { received, url } = await startReceiver(200)
    const alert = await fire(url)
    const alerter = await alert.start()
    const states = async () =>
      (await alert.firing())?.deliveries.map(({ event, status }) => `${event} ${status}`)
    await eventually(async () => expect(await states()).toEqual(['firing sent']))
    await alerter.drain()
    for (let minute = 6; minute <= 8; minute++) await alert.lookAt(minute)
    await db().updateTable('alerts').set({ due_at: Number.MAX_SAFE_INTEGER }).execute()
    const [at, leaseUntil] = [Date.now() * 2_000, Date.now() * 2_000]
    const claimed = await claimDelivery(db(), { time: at, leaseUntil })

    await alert.client.alerts.edit({ id: alert.id, isMuted: true })
    if (!claimed) throw new Error('The resolution is not pending')
    await deliver({ ...alert.context, db: db() }, claimed, new AbortController().signal)
    expect(await nextDelivery(db())).toBeNull()
    expect(await states()).toEqual(['firing sent', 'resolved waiting'])
    await alert.client.alerts.edit({ id: alert.id, isMuted: false })
    await alert.start()

    await eventually(async () => expect(await states()).toEqual(['firing sent', 'resolved sent']))
    const messages: { type: string }[] = received.map(({ body }) => JSON.parse(body))
    expect(messages.map(({ type }) => type)).toEqual(['alert.firing', 'alert.resolved'])
  })

  test('sends nothing to a private address without permission', async () => {
    const { received, url } = await startReceiver(200)
    const alert = await fire(url, {})

    await alert.start()
    await eventually(async () =>
      expect((await alert.firing())?.deliveries).toMatchObject([
        { status: 'failed', error: expect.stringContaining('LATHE_ALLOW_HOSTS') },
      ]),
    )

    expect(await alert.restricted.alerts.test({ webhookUrl: url })).toMatchObject({
      ok: false,
      error: { code: 'EGRESS_DENIED' },
    })
    expect(received).toEqual([])
  })

  test('resends an undelivered notification on request with the same id', async () => {
    const { received, url } = await startReceiver(200)
    const alert = await fire(url, {})
    await alert.start()
    await eventually(async () =>
      expect((await alert.firing())?.deliveries).toMatchObject([{ status: 'failed' }]),
    )
    const incidentId = (await alert.firing())?.id ?? ''
    const { client } = createTestApp(db(), { env: allowed })
    const again = { id: alert.id, incidentId, event: 'firing' } as const

    await expect(alert.restricted.alerts.resend(again)).resolves.toMatchObject({
      status: 'failed',
      attempts: 2,
      error: expect.stringContaining('LATHE_ALLOW_HOSTS'),
    })
    const answers = await Promise.allSettled([1, 2].map(() => client.alerts.resend(again)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await alert.firing())?.deliveries).toMatchObject([
      { status: 'sent', attempts: 3, error: null },
    ])
    const { id } = await db().selectFrom('alert_deliveries').select('id').executeTakeFirstOrThrow()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id])
    await expect(client.alerts.resend(again)).rejects.toMatchObject({
      code: 'NOT_FAILED',
      data: { status: 'sent' },
    })
    await expect(client.alerts.resend({ ...again, event: 'resolved' })).rejects.toMatchObject({
      code: 'NO_SUCH_DELIVERY',
    })
  })

  test('alert notifications that failed for a day are resent once without further retries', async () => {
    const { url } = await startReceiver(503)
    const alert = await fire(url)
    await db().updateTable('alert_deliveries').set({ status: 'failed', queued_at: 0 }).execute()
    const incidentId = (await alert.firing())?.id ?? ''

    const sent = await alert.client.alerts.resend({ id: alert.id, incidentId, event: 'firing' })

    expect(sent).toMatchObject({ status: 'failed', error: expect.stringContaining('503') })
  })

  test('alert notifications can be tested with stored settings and do not follow redirects', async () => {
    const { received, url } = await startReceiver(200, 307)
    const { client, id } = await fire(url)

    expect(await client.alerts.test({ webhookUrl: url, id })).toMatchObject({
      ok: true,
      status: 200,
    })
    expect(await client.alerts.test({ webhookUrl: url })).toMatchObject({
      ok: false,
      error: { status: 307 },
    })

    const [stored, none] = received.map(({ headers }) => 'webhook-signature' in headers)
    expect([stored, none]).toEqual([true, false])
  })

  test('sends notifications from the scheduled job', async () => {
    const { received, url } = await startReceiver(200)
    const app = createTestApp(db(), { env: allowed })
    const rule = { ...errorsAbove(1), measure: 'count' as const, comparison: 'below' as const }
    await app.client.alerts.create({ name: 'Silence', ...rule, webhookUrl: url })
    const { vault, webhooks, log } = app.context
    const alerters = [1, 2].map(() =>
      createAlerter({ db: db(), vault, webhooks, log, url: app.context.url }),
    )

    await Promise.all(alerters.map((one) => one.start()))
    onTestFinished(async () => void (await Promise.all(alerters.map((one) => one.drain()))))

    await eventually(async () =>
      expect(await app.client.alerts.list({})).toMatchObject([
        { state: 'firing', value: 0, delivery: { status: 'sent' } },
      ]),
    )
    expect(received).toHaveLength(1)
  })
})
