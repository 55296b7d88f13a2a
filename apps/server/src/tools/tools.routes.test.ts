import { HEADER_MASK, GraphDocument, HttpToolConfig, type ToolDraft } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { startRunningApp } from '../testing/running-app.ts'

const CANARY = 'canary-0123456789'

const doubling: ToolDraft = {
  name: 'double',
  description: 'Doubles a number',
  schema: {
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
    additionalProperties: false,
  },
  effect: 'pure',
  config: { kind: 'code', code: 'args.n * 2' },
}

const weather: ToolDraft = {
  name: 'weather',
  description: 'The weather of a city',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  effect: 'read',
  config: {
    kind: 'http',
    method: 'GET',
    url: 'https://weather.example/{city}',
    query: {},
    headers: {},
    body: { type: 'none' },
    secretHeaders: { authorization: CANARY },
    secretQuery: {},
    allowPrivate: false,
  },
}

const using = (tool: string) =>
  GraphDocument.parse({
    format: 1,
    state: { n: { type: 'number' }, doubled: { type: 'number' } },
    input: ['n'],
    output: ['doubled'],
    nodes: {
      twice: { kind: 'tool', tool, args: { n: { expression: 'n' } }, writes: 'doubled' },
    },
    edges: [
      { from: 'start', to: 'twice' },
      { from: 'twice', to: 'end' },
    ],
  })

describeDatabases('tools', (db) => {
  const codes = (error: { code?: string }) => error.code
  const refusal = (promise: Promise<unknown>) => promise.then(() => 'accepted', codes)

  describe('templates of a tool', () => {
    const search = (fields: object): ToolDraft => ({
      ...weather,
      schema: {
        type: 'object',
        properties: { city: { type: 'string' }, q: { type: 'string' } },
        required: ['city'],
      },
      config: HttpToolConfig.parse({ ...weather.config, ...fields }),
    })

    test.each(['{q}', '{{q}}', '{{ q }}'])(
      'templates of a tool store the argument %s in double braces',
      async (tag) => {
        const { client } = createTestApp(db())

        const { config } = await client.tools.create(
          search({ query: { q: tag }, body: { type: 'json', value: [tag] } }),
        )

        const stored = tag === '{q}' ? '{{q}}' : tag
        expect(config).toMatchObject({ query: { q: stored }, body: { value: [stored] } })
      },
    )

    test.each([
      ['config.query', { query: { q: '{{nope}}' } }, '`{{nope}}` is not an argument'],
      ['config.body', { body: { type: 'text', value: '{{#q}}a{{/q}}' } }, 'is not supported'],
      ['config.url', { url: 'https://weather.example/{{q}}' }, 'must be a required argument'],
      ['config.url', { url: 'https://weather.example/{nope}' }, 'must be a required argument'],
    ])(
      'templates of a tool with an unknown argument are rejected: %s %j',
      async (path, fields, message) => {
        const { client } = createTestApp(db())

        await expect(client.tools.create(search(fields))).rejects.toMatchObject({
          code: 'INVALID_INPUT',
          data: { issues: [{ path, message: expect.stringContaining(message) }] },
        })
      },
    )

    test.each([
      ['return {', '(line 1, column'],
      ['const a = 1\nconst b = ;\nreturn a', '(line 2, column 11)'],
      ['function (', '(line 1, column'],
    ])(
      'templates of a tool with a syntax error are rejected with its line: %j',
      async (code, place) => {
        const { client } = createTestApp(db())
        const broken: ToolDraft = { ...doubling, config: { kind: 'code', code } }
        const issue = { path: 'config.code', message: expect.stringContaining(place) }
        const { id } = await client.tools.create(doubling)

        const rejection = { code: 'INVALID_INPUT', data: { issues: [issue] } }
        await expect(client.tools.create({ ...broken, name: 'other' })).rejects.toMatchObject(
          rejection,
        )
        await expect(
          client.tools.edit({ id: id ?? '', config: broken.config }),
        ).rejects.toMatchObject(rejection)
        expect(await client.tools.get({ name: 'double' })).toMatchObject({
          config: doubling.config,
        })
      },
    )

    test('templates of a tool with an old syntax error can still be switched off', async () => {
      const { client } = createTestApp(db())
      const { id } = await client.tools.create(doubling)
      const config = JSON.stringify({ kind: 'code', code: 'return {' })
      await db().updateTable('tools').set({ config }).execute()

      const edited = await client.tools.edit({ id: id ?? '', isEnabled: false })

      expect(edited.isEnabled).toBe(false)
    })
  })

  describe('workspace tools', () => {
    test('lists workspace tools with built-in tools and their users', async () => {
      const { client } = createTestApp(db())
      await client.tools.create(doubling)
      const agent = await client.agents.create({ name: 'Doubler', document: using('double') })

      const catalogue = await client.tools.catalogue()

      expect(catalogue.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['double', 'calculator', 'http_get']),
      )
      expect(catalogue.find(({ name }) => name === 'double')).toMatchObject({
        kind: 'code',
        isEnabled: true,
        usedBy: [{ id: agent.id, draft: ['twice'], published: [] }],
      })
      expect(await client.tools.get({ name: 'calculator' })).toMatchObject({ id: null, usedBy: [] })
    })

    test('workspace tools have unique names, also among built-in tools', async () => {
      const { client } = createTestApp(db())
      const { id } = await client.tools.create(doubling)
      const other = await client.tools.create({ ...doubling, name: 'other' })

      expect(await refusal(client.tools.create(doubling))).toBe('NAME_TAKEN')
      expect(await refusal(client.tools.create({ ...doubling, name: 'calculator' }))).toBe(
        'NAME_TAKEN',
      )
      expect(await refusal(client.tools.edit({ id: other.id ?? '', name: 'double' }))).toBe(
        'NAME_TAKEN',
      )
      await client.tools.delete({ id: id ?? '' })
      await client.tools.create(doubling)
      expect(await refusal(client.tools.restore({ id: id ?? '' }))).toBe('NAME_TAKEN')
    })

    test('workspace tools keep their name while an agent uses them', async () => {
      const { client } = createTestApp(db())
      const tool = await client.tools.create(doubling)
      const rename = { id: tool.id ?? '', name: 'twofold' }
      await client.agents.create({ name: 'Doubler', document: using('double') })

      await expect(client.tools.edit(rename)).rejects.toMatchObject({
        code: 'NAME_IN_USE',
        message: expect.stringContaining('Doubler (draft, node `twice`)'),
        data: { usedBy: [{ slug: 'doubler', draft: ['twice'], published: [] }] },
      })
      expect(await client.tools.edit({ ...rename, name: 'double', effect: 'read' })).toMatchObject({
        name: 'double',
        effect: 'read',
      })

      await client.agents.delete({ agent: 'doubler' })
      expect(await client.tools.edit(rename)).toMatchObject({ name: 'twofold' })
    })

    test('deletes and restores tools completely', async () => {
      const { client } = createTestApp(db())
      const tool = await client.tools.create(weather)
      const id = tool.id ?? ''

      await client.tools.delete({ id })
      expect(await refusal(client.tools.get({ name: 'weather' }))).toBe('NO_SUCH_TOOL')
      expect((await client.tools.list()).map(({ name }) => name)).not.toContain('weather')

      expect(await client.tools.restore({ id })).toMatchObject({ config: tool.config })
    })

    test('hides disabled tools from graphs', async () => {
      const { client } = createTestApp(db())
      const { id } = await client.tools.create(doubling)
      const check = () => client.agents.check({ document: using('double') })

      expect(await check()).toEqual([])
      await client.tools.edit({ id: id ?? '', isEnabled: false })

      expect(await check()).toMatchObject([{ code: 'UNKNOWN_TOOL' }])
    })

    test.each([
      ['schema.type', { schema: { type: 'string' } }],
      ['schema', { schema: { type: 'object', properties: { n: { type: 'numbr' } } } }],
      ['config.url', { config: { ...weather.config, url: 'https://{city}.example/' } }],
      ['config.url', { config: { ...weather.config, url: 'https://weather.example/{town}' } }],
      ['config.url', { config: { ...weather.config, url: 'file:///etc/passwd' } }],
      ['config.url', { config: { ...weather.config, url: 'https://a:b@weather.example/' } }],
      ['description', { description: '  ' }],
    ])('workspace tools that cannot be called are rejected at %s', async (path, change) => {
      const { client } = createTestApp(db())

      const refused: unknown = await client.tools
        .create({ ...weather, ...(change as Partial<ToolDraft>) })
        .catch((error: unknown) => error)

      expect(refused).toMatchObject({ code: 'INVALID_INPUT' })
      expect(refused).toHaveProperty('data.issues.0.path', expect.stringContaining(path))
    })
  })

  describe('secrets', () => {
    const http = weather.config.kind === 'http' ? weather.config : null

    test('secrets are write-only', async () => {
      const { client } = createTestApp(db())
      const { id, config } = await client.tools.create(weather)

      expect(config).toMatchObject({ secretHeaders: { authorization: HEADER_MASK } })
      const told = [await client.tools.catalogue(), await client.tools.list()]
      expect(JSON.stringify(told)).not.toContain('canary')
      const rows = await db().selectFrom('tools').selectAll().execute()
      const [row] = rows
      expect(JSON.stringify(row)).not.toContain('canary')
      expect(Buffer.from(row?.secrets ?? []).toString('latin1')).not.toContain('canary')

      await client.tools.edit({ id: id ?? '', description: 'Rain or shine' })
      const [edited] = await db().selectFrom('tools').selectAll().execute()
      expect(edited?.secrets).not.toBeNull()
    })

    test('secrets are not sent to another host after an edit', async () => {
      const { client } = createTestApp(db())
      const { id } = await client.tools.create(weather)
      const moved = (secretHeaders: Record<string, string>) => ({
        id: id ?? '',
        config: {
          ...http,
          kind: 'http' as const,
          method: 'GET' as const,
          url: 'https://evil.example/{city}',
          secretHeaders,
        },
      })

      expect(await refusal(client.tools.edit(moved({ authorization: HEADER_MASK })))).toBe(
        'SECRETS_NEEDED',
      )
      expect(await refusal(client.tools.edit(moved({ authorization: 'another' })))).toBe('accepted')
    })
  })

  test('uses current secrets in tests and runs', async () => {
    const app = await startRunningApp(db())
    try {
      const { client } = app
      const { id } = await client.tools.create(doubling)

      expect(await client.tools.try({ name: 'double', args: { n: 4 } })).toMatchObject({
        ok: true,
        result: 8,
      })
      expect(await client.tools.try({ name: 'double', args: { n: 'x' } })).toMatchObject({
        ok: false,
        error: { code: 'TOOL_ERROR' },
      })
      const built = await client.tools.try({ name: 'calculator', args: { expression: '6 * 7' } })
      expect(built).toMatchObject({ ok: true, result: 42 })

      const agent = await client.agents.create({ name: 'Doubler', document: using('double') })
      await client.agents.saveVersion({ agent: agent.id, revision: 1, publish: true })
      const run = async () => {
        const { output, status } = await client.runs.wait({ agent: agent.id, input: { n: 21 } })
        return { output, status }
      }
      expect(await run()).toMatchObject({ status: 'success', output: { doubled: 42 } })

      await client.tools.edit({ id: id ?? '', config: { kind: 'code', code: 'args.n * 3' } })
      expect(await run()).toMatchObject({ output: { doubled: 63 } })
    } finally {
      await app.stop()
    }
  })
})
