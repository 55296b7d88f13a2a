import type { AlertRule } from '@lathe/contract'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { NOON } from '../store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { endedTrace, errorsAbove, failedTrace, insertTraces, MINUTE } from './alerts.fixture.ts'
import { evaluateAlert } from './evaluate-alert.ts'
import { previewAlert } from './preview.ts'

const w = DEFAULT_WORKSPACE
const url = () => 'http://lathe.example'

describeDatabases('an alert', (db) => {
  const watch = async (rule: AlertRule, webhookUrl: string | null = null) => {
    const { client } = createTestApp(db())
    const { id } = await client.alerts.create({ name: 'Failures', ...rule, webhookUrl })
    const rowOf = (at: Db) =>
      at.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return {
      id,
      client,
      /** Evaluates the alert at this minute after noon. */
      lookAt: async (minute: number) => {
        await evaluateAlert({ db: db(), url }, await rowOf(db()), NOON + minute * MINUTE)
        return await client.alerts.get({ id })
      },
      row: () => rowOf(db()),
      incidents: async () => (await client.alerts.incidents({ id })).items,
      told: () =>
        db().selectFrom('alert_deliveries').select(['event', 'body']).orderBy('id').execute(),
    }
  }

  test('fires once, keeps firing while the value wavers, and resolves once it is calm', async () => {
    await insertTraces(db(), [
      endedTrace(0.5 * MINUTE, 1_000, failedTrace),
      endedTrace(1.5 * MINUTE),
      endedTrace(7.5 * MINUTE, 1_000, failedTrace),
    ])
    const alert = await watch(errorsAbove(0.6), 'https://hooks.example/x')

    const states = []
    for (let minute = 0; minute <= 16; minute++) {
      const { state, value } = await alert.lookAt(minute)
      states.push(`${state} ${value}`)
    }

    expect(states.slice(0, 2)).toEqual(['no-data null', 'firing 1'])
    // Half failed, which is not above the threshold, in three evaluations.
    expect(states.slice(2, 5)).toEqual(['firing 0.5', 'firing 0.5', 'ok 0.5'])
    expect(states.slice(8)).toEqual([
      'firing 1',
      'firing 1',
      'firing 1',
      'firing 1',
      'firing 1',
      'firing null',
      'firing null',
      'no-data null',
      'no-data null',
    ])
    const incidents = await alert.incidents()
    expect(incidents.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [NOON + 8 * MINUTE, NOON + 15 * MINUTE],
      [NOON + MINUTE, NOON + 4 * MINUTE],
    ])
    expect((await alert.told()).map(({ event }) => event)).toEqual([
      'firing',
      'resolved',
      'firing',
      'resolved',
    ])
  })

  test('notifies once even if evaluated twice', async () => {
    await insertTraces(db(), [endedTrace(0.5 * MINUTE, 1_000, failedTrace)])
    const alert = await watch(errorsAbove(0.5), 'https://hooks.example/x')
    const before = await alert.row()

    // Two processes evaluate the alert at once, as after a kill and restart.
    const places = { db: db(), url }
    await Promise.all([1, 2].map(() => evaluateAlert(places, before, NOON + MINUTE)))
    await evaluateAlert(places, before, NOON + MINUTE)
    await evaluateAlert(places, before, NOON + 2 * MINUTE)

    expect(await alert.incidents()).toHaveLength(1)
    expect(await alert.told()).toHaveLength(1)
  })

  test('discards an evaluation during which it was changed', async () => {
    await insertTraces(db(), [endedTrace(0.5 * MINUTE, 1_000, failedTrace)])
    const alert = await watch(errorsAbove(0.5), 'https://hooks.example/x')
    const before = await alert.row()
    await alert.client.alerts.edit({ id: alert.id, threshold: 1 })

    await evaluateAlert({ db: db(), url }, before, NOON + MINUTE)

    expect(await alert.client.alerts.get({ id: alert.id })).toMatchObject({ state: 'waiting' })
    expect(await alert.incidents()).toEqual([])
    expect(await alert.told()).toEqual([])
  })

  test('an alert that began to fire while muted sends both notifications after it is unmuted', async () => {
    await insertTraces(db(), [endedTrace(0.5 * MINUTE, 1_000, failedTrace)])
    const alert = await watch(errorsAbove(0.5), 'https://hooks.example/x')
    await alert.client.alerts.edit({ id: alert.id, isMuted: true })
    await alert.lookAt(1)
    await alert.client.alerts.edit({ id: alert.id, isMuted: false })

    expect(await alert.told()).toMatchObject([{ event: 'firing' }])
    for (let minute = 6; minute <= 8; minute++) await alert.lookAt(minute)

    expect(await alert.incidents()).toMatchObject([{ endedAt: NOON + 8 * MINUTE, endValue: null }])
    expect(await alert.told()).toMatchObject([{ event: 'firing' }, { event: 'resolved' }])
  })

  test('an alert that fired and was resolved while muted sends nothing after it is unmuted', async () => {
    await insertTraces(db(), [endedTrace(0.5 * MINUTE, 1_000, failedTrace)])
    const alert = await watch(errorsAbove(0.5), 'https://hooks.example/x')
    await alert.client.alerts.edit({ id: alert.id, isMuted: true })
    await alert.lookAt(1)
    for (let minute = 6; minute <= 8; minute++) await alert.lookAt(minute)

    await alert.client.alerts.edit({ id: alert.id, isMuted: false })

    expect(await alert.incidents()).toMatchObject([{ endedAt: NOON + 8 * MINUTE }])
    expect(await alert.told()).toEqual([])
  })

  test('names the measured value and links to the traces', async () => {
    await insertTraces(db(), [
      endedTrace(0.5 * MINUTE, 3_000, { name: 'slow one' }),
      endedTrace(0.6 * MINUTE, 100, { name: 'another' }),
    ])
    const rule = { ...errorsAbove(2_000), measure: 'p95' as const, filter: 'name:"slow one"' }
    const alert = await watch(rule, 'https://hooks.example/x')
    await alert.lookAt(1)

    const [told] = await alert.told()

    const message = JSON.parse(told?.body ?? '')
    expect(message).toMatchObject({
      type: 'alert.firing',
      data: { alert: { name: 'Failures' }, threshold: 2_000, count: 1 },
    })
    const [title, sentence, link = ''] = message.text.split('\n')
    expect(title).toBe('Firing: Failures')
    expect(sentence).toMatch(
      /^p95 latency [23](\.\d)? s is above 2 s over the last 5 minutes, of 1 trace\.$/,
    )
    const { searchParams } = new URL(link)
    const { items } = await alert.client.traces.list({
      filter: searchParams.get('filter') ?? '',
      from: Number(searchParams.get('from')),
      to: Number(searchParams.get('to')),
    })
    expect(items.map(({ name }) => name)).toEqual(['slow one'])
  })

  test('behaves as its preview predicts', async () => {
    const minutes = [0.5, 1.2, 1.9, 2.1, 6.5]
    await insertTraces(
      db(),
      minutes.map((at, index) =>
        endedTrace(at * MINUTE, 100 * (index + 1), index % 3 ? {} : failedTrace),
      ),
    )
    for (const rule of [errorsAbove(0.4), { ...errorsAbove(300), measure: 'p95' as const }]) {
      const alert = await watch(rule)
      const looked = []
      for (let minute = 1; minute <= 14; minute++) looked.push((await alert.lookAt(minute)).value)

      const preview = await previewAlert(db(), w, rule, NOON + 14 * MINUTE)

      expect(preview.points.slice(-14).map(({ value }) => value)).toEqual(looked)
      const incidents = await alert.incidents()
      const told = preview.incidents.slice(-incidents.length)
      expect(told.map(({ to }) => to)).toEqual(incidents.map(({ endedAt }) => endedAt).toReversed())
    }
  })
})
