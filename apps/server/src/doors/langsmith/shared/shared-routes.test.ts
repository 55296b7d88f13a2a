import { expect, test } from 'vitest'
import { appendSpans } from '../../../db/spans/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../../db/schema.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { span } from '../../../testing/span-factory.ts'
import { createTestApp } from '../../../testing/test-app.ts'

describeDatabases('a shared link', (db) => {
  test('is read without signing in, until it is revoked, and shows nothing beside what was shared', async () => {
    const { client, serve } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null, inputs: { secret: 'not-shared' } })
    const shared = span({
      traceId: root.id,
      parentId: root.id,
      name: '<script>alert(1)</script>',
      inputs: { question: 'Is it <b>bold</b>?' },
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, shared], { title: 'Asked' })
    const { token } = await client.traces.share({ traceId: root.id, spanId: shared.id })
    const server = await serve()
    try {
      const page = await fetch(`${server.url}/public/${token}/r`)
      const text = await page.text()

      expect(page.headers.get('content-type')).toContain('text/html')
      expect(text).toContain('<dt>question</dt><dd><pre>Is it &lt;b&gt;bold&lt;/b&gt;?</pre></dd>')
      expect(text).not.toContain('<script>')
      const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? []
      const copies = await fetch(`${server.url}${script}`)
      expect(copies.status).toBe(200)
      expect(copies.headers.get('content-type')).toContain('javascript')
      expect(text).not.toContain('not-shared')
      expect(text).not.toContain('Asked')
      await client.traces.revokeShare({ token })
      expect((await fetch(`${server.url}/public/${token}/r`)).status).toBe(404)
    } finally {
      await server.close()
    }
  })
})
