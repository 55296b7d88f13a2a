import { HEADER_MASK } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { openSecrets } from './connection-secrets.ts'
import { findConnection } from './connections.store.ts'

const CANARY = 'sk-canary-0123456789'

describeDatabases('connections', (db) => {
  const connect = async (more: object = {}) => {
    const app = createTestApp(db())
    const connection = await app.client.models.createConnection({
      name: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      key: CANARY,
      ...more,
    })
    const secrets = async () => {
      const { workspaceId, vault } = app.context
      const row = await findConnection(db(), workspaceId, { id: connection.id })
      return row && openSecrets(vault, row)
    }
    return { ...app, connection, secrets }
  }

  test('a key is write-only except for its last characters', async () => {
    const { client, connection, secrets } = await connect()

    expect(connection).toMatchObject({ keyHint: '…6789', isBuiltIn: false, allowPrivate: false })
    expect(JSON.stringify(await client.models.connections())).not.toContain('canary')
    expect(await secrets()).toMatchObject({ key: CANARY })
  })

  test.each([
    ['key', { key: 'sk-canary\r\nX-Evil: 1' }],
    ['key', { key: 'sk-canary\u200b0123' }],
    ['defaultHeaders.x-team', { defaultHeaders: { 'x-team': 'canary\nx' } }],
    ['defaultHeaders', { defaultHeaders: { 'x team': 'canary' } }],
  ])('rejects invalid header values without repeating them: %s %j', async (path, more) => {
    const refused: unknown = await connect(more).catch((error: unknown) => error)

    expect(refused).toMatchObject({ code: 'INVALID_INPUT' })
    expect(refused).toHaveProperty('data.issues.0.path', expect.stringContaining(path))
    expect(JSON.stringify(refused)).not.toContain('canary')
  })

  test('trims whitespace around a key', async () => {
    const { secrets } = await connect({ key: ` ${CANARY}\n` })

    expect(await secrets()).toMatchObject({ key: CANARY })
  })

  test('stores keys and secret headers encrypted', async () => {
    await connect({ defaultHeaders: { 'api-key': 'header-canary', 'x-team': 'blue' } })

    const rows = await db().selectFrom('connections').selectAll().execute()
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      ),
    )

    expect(stored.join(' ')).not.toContain('canary')
    expect(stored.join(' ')).toContain('blue')
  })

  test('masks secret headers and keeps values sent back masked', async () => {
    const { client, connection, secrets } = await connect({
      defaultHeaders: { 'api-key': 'header-canary', 'x-team': 'blue' },
    })
    expect(connection.defaultHeaders).toEqual({ 'api-key': HEADER_MASK, 'x-team': 'blue' })

    await client.models.editConnection({
      id: connection.id,
      defaultHeaders: { 'api-key': HEADER_MASK, 'x-team': 'red' },
    })

    expect(await secrets()).toEqual({ key: CANARY, headers: { 'api-key': 'header-canary' } })
  })

  test('an edit without a key keeps it, null removes it', async () => {
    const { client, connection, secrets } = await connect()

    await client.models.editConnection({ id: connection.id, timeoutMs: 5_000 })
    expect(await secrets()).toMatchObject({ key: CANARY })

    const edited = await client.models.editConnection({ id: connection.id, key: null })
    expect(edited).toMatchObject({ keyHint: null, timeoutMs: 5_000 })
    expect(await secrets()).toEqual({ key: null, headers: {} })
  })

  describe('moved to another host', () => {
    const elsewhere = 'https://collector.example/v1'

    test.each([elsewhere, 'http://api.openai.com/v1', 'https://api.openai.com:8443/v1'])(
      'a connection moved to another host does not send the key to %s',
      async (baseUrl) => {
        const { client, connection, secrets } = await connect()

        await expect(
          client.models.editConnection({ id: connection.id, baseUrl }),
        ).rejects.toMatchObject({ code: 'KEY_NEEDED', defined: true })

        expect(await client.models.connections()).toEqual([connection])
        expect(await secrets()).toMatchObject({ key: CANARY })
      },
    )

    test.each([
      ['a new key', { key: 'sk-another' }],
      ['no key any more', { key: null }],
    ])('moving a connection to another host is allowed with %s', async (_, edit) => {
      const { client, connection, secrets } = await connect()

      const moved = await client.models.editConnection({
        id: connection.id,
        baseUrl: elsewhere,
        ...edit,
      })

      expect(moved.baseUrl).toBe(elsewhere)
      expect(await secrets()).toMatchObject(edit)
    })

    test('requires secret headers to be entered again or removed, like the key', async () => {
      const header = (value: string) => ({ defaultHeaders: { 'api-key': value } })
      const { client, connection, secrets } = await connect(header('header-canary'))
      const move = (more: object) =>
        client.models.editConnection({
          id: connection.id,
          baseUrl: elsewhere,
          key: 'sk-another',
          ...more,
        })

      await expect(move({})).rejects.toMatchObject({ code: 'KEY_NEEDED' })
      await expect(move(header(HEADER_MASK))).rejects.toMatchObject({ code: 'KEY_NEEDED' })
      await move(header('another'))

      expect(await secrets()).toEqual({ key: 'sk-another', headers: { 'api-key': 'another' } })
    })

    test('keeps the key for another path of the same host', async () => {
      const { client, connection, secrets } = await connect()

      await client.models.editConnection({
        id: connection.id,
        baseUrl: 'https://api.openai.com/v2',
      })

      expect(await secrets()).toMatchObject({ key: CANARY })
    })

    test('requires no key if none is stored', async () => {
      const { client, connection } = await connect({ key: undefined })

      const moved = await client.models.editConnection({ id: connection.id, baseUrl: elsewhere })

      expect(moved.baseUrl).toBe(elsewhere)
    })
  })

  test('two concurrent edits are both applied', async () => {
    const { client, connection, secrets } = await connect()
    const { id } = connection

    await Promise.all([
      client.models.editConnection({ id, key: 'sk-another' }),
      client.models.editConnection({ id, defaultHeaders: { 'api-key': 'header' } }),
      client.models.editConnection({ id, timeoutMs: 5_000 }),
    ])

    expect(await secrets()).toEqual({ key: 'sk-another', headers: { 'api-key': 'header' } })
    expect(await client.models.connections()).toMatchObject([{ timeoutMs: 5_000 }])
  })

  test('an edit that moves the host cannot race with one that keeps the key', async () => {
    const { client, connection, secrets } = await connect()
    const { id } = connection

    await Promise.allSettled([
      client.models.editConnection({ id, baseUrl: 'https://other.example/v1', key: 'sk-another' }),
      client.models.editConnection({ id, defaultHeaders: { 'x-team': 'red' } }),
    ])

    expect(await secrets()).toMatchObject({ key: 'sk-another' })
  })

  test('rejects a taken name', async () => {
    const { client } = await connect()
    const other = await client.models.createConnection({ name: 'local', baseUrl: 'http://x/v1' })

    await expect(
      client.models.createConnection({ name: 'openai', baseUrl: 'http://x/v1' }),
    ).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    await expect(
      client.models.editConnection({ id: other.id, name: 'openai' }),
    ).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  test('rejects a password in the URL', async () => {
    await expect(connect({ baseUrl: 'https://me:secret@example.com/v1' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'baseUrl' }] },
    })
  })

  test('rejects URLs that are not HTTP', async () => {
    await expect(connect({ baseUrl: 'file:///etc/passwd' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('a connection is deleted', async () => {
    const { client, connection } = await connect()

    await client.models.deleteConnection({ id: connection.id })

    expect(await client.models.connections()).toEqual([])
    await expect(client.models.deleteConnection({ id: connection.id })).rejects.toMatchObject({
      code: 'NO_SUCH_CONNECTION',
    })
  })
})
