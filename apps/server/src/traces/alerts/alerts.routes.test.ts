import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const rule = {
  name: 'Slow',
  filter: 'agent:support',
  measure: 'p95',
  comparison: 'above',
  threshold: 2_000,
  window: '15m',
} as const

describeDatabases('alerts', (db) => {
  test('stores alerts until deleted and restores them', async () => {
    const { client } = createTestApp(db())
    const made = await client.alerts.create(rule)
    expect(made).toMatchObject({
      ...rule,
      minCount: 1,
      state: 'waiting',
      incident: null,
      delivery: null,
    })

    const edited = await client.alerts.edit({ id: made.id, name: 'Slower', threshold: 3_000 })

    expect(edited).toMatchObject({ name: 'Slower', threshold: 3_000, filter: 'agent:support' })
    await client.alerts.delete({ id: made.id })
    expect(await client.alerts.list({})).toEqual([])
    await expect(client.alerts.get({ id: made.id })).rejects.toMatchObject({
      code: 'NO_SUCH_ALERT',
    })
    expect(await client.alerts.restore({ id: made.id })).toEqual(edited)
    expect(await client.alerts.list({})).toEqual([edited])
  })

  test.each([
    [{ threshold: 1.5, measure: 'error-rate' as const }, 'threshold'],
    [{ threshold: -1 }, 'threshold'],
    [{ measure: 'feedback' as const }, 'feedbackKey'],
    [{ feedbackKey: 'thumbs' }, 'feedbackKey'],
    [{ webhookUrl: 'ftp://hooks.example' }, 'webhookUrl'],
    [{ minCount: 0 }, 'minCount'],
    [{ name: ' ' }, 'name'],
  ])('alerts with %j are rejected by field', async (wrong, path) => {
    const { client } = createTestApp(db())
    const { id } = await client.alerts.create(rule)
    const refusal = { code: 'INVALID_INPUT', data: { issues: [{ path }] } }

    await expect(client.alerts.create({ ...rule, ...wrong })).rejects.toMatchObject(refusal)
    await expect(client.alerts.edit({ id, ...wrong })).rejects.toMatchObject(refusal)
  })

  test.each([
    ['http://127.0.0.1:9/hook', 'LATHE_ALLOW_HOSTS'],
    ['http://localhost/hook', 'LATHE_ALLOW_HOSTS'],
    ['http://169.254.169.254/latest', 'link-local'],
    ['http://metadata.google.internal/', 'metadata'],
  ])(
    'alerts with the webhook %s, which egress rules refuse, are not saved',
    async (webhookUrl, reason) => {
      const { client } = createTestApp(db())
      const { id } = await client.alerts.create({ ...rule, webhookUrl: 'http://1.1.1.1/hook' })
      const refusal = {
        code: 'INVALID_INPUT',
        data: { issues: [{ path: 'webhookUrl', message: expect.stringContaining(reason) }] },
      }

      await expect(client.alerts.create({ ...rule, webhookUrl })).rejects.toMatchObject(refusal)
      await expect(client.alerts.edit({ id, webhookUrl })).rejects.toMatchObject(refusal)
      expect(await client.alerts.list({})).toMatchObject([{ webhookUrl: 'http://1.1.1.1/hook' }])
      const allowing = createTestApp(db(), {
        env: { LATHE_ALLOW_HOSTS: new URL(webhookUrl).hostname },
      })
      expect(await allowing.client.alerts.edit({ id, webhookUrl })).toMatchObject({ webhookUrl })
    },
  )

  test('alerts with an invalid filter are rejected with the position', async () => {
    const { client } = createTestApp(db())
    const wrong = { ...rule, filter: 'latency:slow' }
    const refusal = { code: 'INVALID_FILTER', data: { problems: [{ at: 8 }] } }

    await expect(client.alerts.create(wrong)).rejects.toMatchObject(refusal)
    const { name: _name, ...measured } = wrong
    await expect(client.alerts.preview(measured)).rejects.toMatchObject(refusal)
  })

  test('alerts never return their secret', async () => {
    const { client } = createTestApp(db())

    const made = await client.alerts.create({ ...rule, secret: 'canary-of-the-hook' })

    const row = await db().selectFrom('alerts').selectAll().executeTakeFirstOrThrow()
    expect(made.hasSecret).toBe(true)
    expect(JSON.stringify(made) + JSON.stringify(row)).not.toContain('canary')
    expect(Buffer.from(row.secret ?? []).includes('canary')).toBe(false)
    expect(await client.alerts.edit({ id: made.id, secret: null })).toMatchObject({
      hasSecret: false,
    })
  })

  test('alerts return a preview with one point per evaluation', async () => {
    const { client } = createTestApp(db())

    const { points, from, to, step, incidents } = await client.alerts.preview({
      measure: 'count',
      comparison: 'below',
      threshold: 1,
      window: '1h',
    })

    expect(points).toHaveLength((to - from) / step)
    expect(points.at(-1)).toEqual({ at: to, value: 0, count: 0 })
    expect(incidents).toEqual([{ from: from + step, to: null }])
  })
})
