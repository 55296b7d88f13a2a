import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { toolArgumentsInDoubleBraces } from './0096-tool-arguments-in-double-braces.ts'

describeDatabases('arguments of HTTP tools', (db) => {
  const config = (braces: (name: string) => string) => ({
    kind: 'http' as const,
    method: 'POST' as const,
    url: `https://api.example/${braces('id')}?fixed={other}`,
    query: { q: braces('q'), literal: '{other}' },
    headers: { 'x-note': `for ${braces('q')}` },
    body: { type: 'json' as const, value: { list: [braces('q')], n: 1 } },
    secretHeaders: {},
    secretQuery: {},
    allowPrivate: false,
  })
  const single = (name: string) => `{${name}}`
  const double = (name: string) => `{{${name}}}`

  test('change from single to double braces, once', async () => {
    const { client } = createTestApp(db())
    const { id } = await client.tools.create({
      name: 'search',
      description: 'Searches',
      effect: 'read',
      schema: {
        type: 'object',
        properties: { id: { type: 'string' }, q: { type: 'string' } },
        required: ['id'],
      },
      config: { ...config(double), url: 'https://api.example/{{id}}' },
    })
    const stored = () =>
      db()
        .selectFrom('tools')
        .select('config')
        .where('id', '=', id ?? '')
        .executeTakeFirstOrThrow()
    await db()
      .updateTable('tools')
      .set({ config: JSON.stringify(config(single)) })
      .execute()

    for (let time = 0; time < 2; time++) {
      await toolArgumentsInDoubleBraces(db())
      expect(JSON.parse((await stored()).config)).toEqual(config(double))
    }
  })
})
