import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { settingDocument } from '../../../testing/documents.ts'
import { createTestApp, TEST_TOKEN } from '../../../testing/test-app.ts'

describeDatabases('a key `__proto__`', (db) => {
  let close = async () => {}
  afterEach(() => close())

  const served = async () => {
    const app = createTestApp(db())
    await app.client.agents.create({ name: 'Echo', document: settingDocument() })
    const server = await app.serve()
    close = server.close
    const send = async (method: string, path: string, body: string) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        body,
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      })
      return { status: answer.status, text: await answer.text() }
    }
    return { ...app, send }
  }

  const run = (fields: string) => `{"agent": "echo", "version": "draft", ${fields}}`

  test.each([
    ['input.__proto__', run('"input": {"question": "x", "__proto__": 1}')],
    ['input.question.0.__proto__', run('"input": {"question": [{"__proto__": 1}]}')],
    ['metadata.__proto__', run('"input": {"question": "x"}, "metadata": {"__proto__": {}}')],
    ['metadata.__proto__', run('"input": {"question": "x"}, "metadata": {"\\u005f_proto__": {}}')],
  ])('a key `__proto__` at %s is rejected', async (path, body) => {
    const { send, executor } = await served()

    for (const [route, sent] of [
      ['/api/runs', body],
      ['/rpc/runs/start', `{"json": ${body}}`],
    ] as const) {
      const { status, text } = await send('POST', route, sent)
      expect(status).toBe(400)
      expect(text).toContain('INVALID_INPUT')
      expect(text).toContain(`"path":"${path}"`)
    }
    expect(executor.woken).toEqual([])
  })

  test('a channel named `__proto__` is rejected', async () => {
    const { send, client } = await served()
    const state = '"state": {"__proto__": {"type": "string"}}'
    const document = `{"format": 1, ${state}, "input": [], "output": [], "nodes": {}, "edges": []}`

    const { status, text } = await send(
      'PUT',
      '/api/agents/echo/draft',
      `{"revision": 1, "document": ${document}}`,
    )

    expect(status).toBe(400)
    expect(text).toContain('"path":"document.state.__proto__"')
    expect((await client.agents.draft({ agent: 'echo' })).document).toEqual(settingDocument())
  })

  test('the value `__proto__` is accepted', async () => {
    const { send } = await served()

    const { status } = await send('POST', '/api/runs', run('"input": {"question": "__proto__"}'))

    expect(status).toBe(200)
  })
})
