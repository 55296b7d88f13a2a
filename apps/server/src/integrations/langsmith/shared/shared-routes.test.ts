import { SharedSpan, SharedTrace } from '@lathe/contract'
import { expect, test } from 'vitest'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { span } from '../../../testing/span-factory.ts'
import { createTestApp } from '../../../testing/test-app.ts'

describeDatabases('a shared link', (db) => {
  test('a shared link needs no sign-in until it is revoked, and shows only the shared span', async () => {
    const { client, serve } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null, inputs: { secret: 'not-shared' } })
    const shared = span({
      traceId: root.id,
      parentId: root.id,
      name: '<script>alert(1)</script>',
      inputs: { question: 'Is it <b>bold</b>?' },
      outputs: { messages: [{ role: 'assistant', content: 'It <i>is</i>.' }] },
    })
    const step = span({
      kind: 'chain',
      traceId: root.id,
      parentId: shared.id,
      name: 'RunnableLambda',
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, shared, step], { title: 'Asked' })
    const { token } = await client.traces.share({ traceId: root.id, spanId: shared.id })
    const server = await serve()
    try {
      const link = `${server.url}/public/${token}`
      const page = await fetch(`${link}/r`)
      const trace = await fetch(`${link}/trace`)
      const text = await trace.text()
      const { span: detail } = SharedSpan.parse(
        await (await fetch(`${link}/spans/${shared.id}`)).json(),
      )

      expect(page.headers.get('x-robots-tag')).toBe('noindex')
      expect(page.headers.get('cache-control')).toBe('no-store')
      const { title, spans } = SharedTrace.parse(JSON.parse(text))
      expect(title).toBe(shared.name)
      expect(spans.map(({ id, parentId }) => [id, parentId])).toEqual([
        [shared.id, null],
        [step.id, shared.id],
      ])
      expect(detail).toMatchObject({ inputs: shared.inputs, parentId: null })
      expect((await fetch(`${link}/spans/${root.id}`)).status).toBe(404)
      expect(text).not.toContain('not-shared')
      expect(text).not.toContain('Asked')
      const place = { traceId: root.id, spanId: shared.id }
      await client.traces.share({ ...place, expiresAt: 1 })
      expect((await fetch(`${server.url}/public/${token}/trace`)).status).toBe(404)
      const { token: again } = await client.traces.share(place)
      expect((await fetch(`${server.url}/public/${again}/trace`)).status).toBe(200)
      await client.traces.revokeShare({ token: again })
      expect((await fetch(`${server.url}/public/${again}/trace`)).status).toBe(404)
    } finally {
      await server.close()
    }
  })

  test('a shared link serves attachments of shared spans only', async () => {
    const { client, serve } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null })
    const shared = span({ traceId: root.id, parentId: root.id })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, shared])
    const attach = (spanId: string, name: string, mimeType: string, body = 'abc') => ({
      workspace_id: DEFAULT_WORKSPACE,
      trace_id: root.id,
      span_id: spanId,
      name,
      mime_type: mimeType,
      size: Buffer.byteLength(body),
      body: Buffer.from(body),
    })
    const files = [
      attach(root.id, 'kept.png', 'image/png'),
      attach(shared.id, 'a "b".png', 'image/png'),
      attach(shared.id, 'page.svg', 'image/svg+xml'),
      attach(shared.id, 'empty.txt', 'text/plain', ''),
      attach(shared.id, 'notes.csv', 'text/csv', 'a,<b>é'.padEnd(19_999) + 'é and more'),
    ]
    await db().insertInto('attachments').values(files).execute()
    const { token } = await client.traces.share({ traceId: root.id, spanId: shared.id })
    const server = await serve()
    try {
      const link = `${server.url}/public/${token}`
      const { attachments } = SharedSpan.parse(
        await (await fetch(`${link}/spans/${shared.id}`)).json(),
      )

      expect(attachments.map(({ name, mimeType, size }) => [name, mimeType, size])).toEqual([
        ['a "b".png', 'image/png', 3],
        ['empty.txt', 'text/plain', 0],
        ['notes.csv', 'text/csv', 20_011],
        ['page.svg', 'image/svg+xml', 3],
      ])
      const file = `${link}/files/${shared.id}/${encodeURIComponent('a "b".png')}`
      const picture = await fetch(file)
      expect([await picture.text(), picture.headers.get('content-type')]).toEqual([
        'abc',
        'image/png',
      ])
      expect(picture.headers.get('content-security-policy')).toContain('sandbox')
      expect((await fetch(`${link}/files/${root.id}/kept.png`)).status).toBe(404)
      await client.traces.revokeShare({ token })
      expect((await fetch(file)).status).toBe(404)
    } finally {
      await server.close()
    }
  })

  test('a shared link does not reveal other links, which may outlive it', async () => {
    const { client, serve } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null })
    const step = span({ traceId: root.id, parentId: root.id })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, step])
    const { token: other } = await client.traces.share({ traceId: root.id, spanId: step.id })
    const { token } = await client.traces.share({ traceId: root.id, spanId: root.id })
    const server = await serve()
    try {
      const read = async (path: string, body?: object) => {
        const headers = { 'content-type': 'application/json' }
        const options = body && { method: 'POST', headers, body: JSON.stringify(body) }
        return await (await fetch(`${server.url}${path}`, options)).text()
      }
      const responses = [
        await read(`/api/v1/public/${token}/runs/query`, {}),
        await read(`/api/v1/public/${token}/run/${step.id}`),
        await read(`/api/v2/public/${token}/runs/query`, { selects: ['SHARE_URL'] }),
        await read(`/api/v2/public/${token}/run/${step.id}?selects=SHARE_URL`),
      ].join('\n')

      expect(responses).toContain(token)
      expect(responses).not.toContain(other)
    } finally {
      await server.close()
    }
  })

  test('a shared link of a large trace returns requested runs and limits their number', async () => {
    const { client, serve } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null })
    const spans = Array.from({ length: 10_000 }, () =>
      span({ traceId: root.id, parentId: root.id }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, ...spans])
    const { token } = await client.traces.share({ traceId: root.id, spanId: root.id })
    const server = await serve()
    try {
      const address = `${server.url}/api/v1/public/${token}`
      const query = async (body: object) =>
        await fetch(`${address}/runs/query`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const page = await fetch(`${server.url}/public/${token}/trace`)
      const shown = SharedTrace.parse(await page.json())
      expect([shown.spans.length, shown.isTruncated]).toEqual([2_000, true])
      const top = await fetch(`${address}/run`)
      expect(await top.json()).toMatchObject({ id: root.id })
      expect((await query({})).status).toBe(400)
      const id = spans.slice(-2).map((item) => item.id)
      const { runs } = (await (await query({ id })).json()) as { runs: { parent_run_id: string }[] }
      expect(runs.map((run) => run.parent_run_id)).toEqual([root.id, root.id])
    } finally {
      await server.close()
    }
  })
})
