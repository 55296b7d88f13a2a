import { Redaction } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE as w } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan } from '../store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { KEY, LOOPBACK, startForwarder, startReceiver } from './forwarding.fixture.ts'
import { traceRuns } from './trace-runs.ts'

describeDatabases('forwarding', (db) => {
  test('sends attachments only if enabled', async () => {
    const receiver = await startReceiver()
    const app = createTestApp(db(), { env: LOOPBACK })
    await app.client.forwarding.edit({ isOn: true, endpoint: receiver.apiUrl, key: KEY })
    const redaction = Redaction.parse({})
    const { hidesFiles: _, ...before } = redaction
    await db()
      .updateTable('forwardings')
      .set({ redaction: JSON.stringify(before) })
      .execute()
    const forwarder = await startForwarder(app, db())
    const sent = async () => {
      const made = makeSpan()
      const root = { ...made, traceId: made.id }
      const place = { workspace_id: w, trace_id: root.traceId, span_id: root.id }
      const file = { name: 'photo', mime_type: 'image/png', size: 1, body: Uint8Array.of(7) }
      await db()
        .insertInto('attachments')
        .values({ ...place, ...file })
        .execute()
      await appendSpans(db(), w, [root])
      forwarder.wake()
      const waiting = async () => (await app.client.forwarding.get({})).status.waiting
      await expect.poll(waiting).toBe(0)
      const arrived = receiver.db.selectFrom('attachments').select(['name', 'body'])
      const files = await arrived.where('span_id', '=', root.id).execute()
      return files.map(({ name, body }) => [name, ...body])
    }

    expect(await sent()).toEqual([])
    await app.client.forwarding.edit({ redaction: { ...redaction, hidesFiles: false } })
    expect(await sent()).toEqual([['photo', 7]])
    await app.client.forwarding.edit({
      redaction: { ...redaction, hidesFiles: false, hidesInputs: true },
    })
    expect(await sent()).toEqual([])
  })

  test('reads large attachments span by span', async () => {
    const trace = { id: makeSpan().traceId, root_id: null, thread_id: null }
    const spans = Array.from({ length: 3 }, () => makeSpan({ traceId: trace.id }))
    await appendSpans(db(), w, spans)
    const files = spans.map(({ id, traceId }) => ({
      workspace_id: w,
      trace_id: traceId,
      span_id: id,
      name: 'film',
      mime_type: 'video/mp4',
      size: 6_000_000,
      body: Uint8Array.of(7),
    }))
    await db().insertInto('attachments').values(files).execute()
    const redaction = Redaction.parse({ hidesFiles: false })

    const outgoing = { project: 'p', redaction }
    const parts: number[] = []
    for await (const runs of traceRuns({ db: db(), workspaceId: w }, trace, outgoing))
      parts.push(runs.length)

    expect(parts).toEqual([1, 1, 1])
  })
})
