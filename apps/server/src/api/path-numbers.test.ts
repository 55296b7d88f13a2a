import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { createTestApp, TEST_TOKEN } from '../testing/test-app.ts'

describeDatabases('numbers in path parameters', (db) => {
  let close = async () => {}
  afterEach(() => close())

  test('numbers in path parameters accept only digits', async () => {
    const { client, serve } = createTestApp(db())
    await client.agents.create({ name: 'Echo', document: settingDocument() })
    await client.agents.saveVersion({ agent: 'echo', revision: 1, publish: true })
    const server = await serve()
    close = server.close
    const statusOf = async (path: string) => {
      const headers = { authorization: `Bearer ${TEST_TOKEN}` }
      return (await fetch(`${server.url}/api/${path}`, { headers })).status
    }

    expect(await statusOf('agents/echo/versions/1')).toBe(200)
    expect(await statusOf('traces?version=1')).toBe(200)
    const refused: string[] = []
    const others = ['0x1', '1e0', '1.0', '01', ' 1', '+1', '0', '-1', 'one']
    for (const number of others.map(encodeURIComponent)) {
      const paths = [`agents/echo/versions/${number}`, `traces?version=${number}`]
      for (const path of paths) if ((await statusOf(path)) === 400) refused.push(number)
    }
    expect(refused).toEqual(others.flatMap((other) => Array(2).fill(encodeURIComponent(other))))
  })
})
