import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

const KEY = 'lsv2_pt_canary_0123456789'
const REDACTION = { secrets: true, hidesInputs: false, hidesOutputs: false }

describeDatabases('forwarding settings', (db) => {
  test('forwarding is off by default, even with a key', async () => {
    const { client } = createTestApp(db(), { env: { LANGSMITH_API_KEY: KEY } })

    expect(await client.forwarding.get({})).toMatchObject({
      isOn: false,
      environment: null,
      obstacle: null,
    })
  })

  test('lists the settings of the environment', async () => {
    const env = { LANGSMITH_TRACING: 'true', LANGSMITH_API_KEY: KEY, LANGSMITH_PROJECT: 'prod' }
    const { client } = createTestApp(db(), { env })

    expect(await client.forwarding.get({})).toMatchObject({
      environment: { endpoint: 'https://api.smith.langchain.com', project: 'prod' },
      obstacle: null,
    })
  })

  test('forwarding settings never return the key', async () => {
    const { client } = createTestApp(db())

    const saved = await client.forwarding.edit({ isOn: true, key: KEY })

    expect(saved.keyHint).toBe('…6789')
    const row = await db().selectFrom('forwardings').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(saved) + JSON.stringify(row)).not.toContain(KEY)
    expect(Buffer.from(row.key_ciphertext ?? []).includes(KEY)).toBe(false)
  })

  test('forwarding settings do not send a stored key to a new address', async () => {
    const { client } = createTestApp(db())
    await client.forwarding.edit({ key: KEY })

    await expect(
      client.forwarding.edit({ endpoint: 'https://evil.example' }),
    ).rejects.toMatchObject({ code: 'KEY_NEEDED' })
    expect((await client.forwarding.get({})).endpoint).toBe('https://api.smith.langchain.com')
  })

  test('forwarding settings name the rule with an invalid pattern', async () => {
    const { client } = createTestApp(db())
    const rules = [
      { pattern: 'fine', replacement: '' },
      { pattern: '(unclosed', replacement: '' },
    ]

    await expect(
      client.forwarding.edit({ redaction: { ...REDACTION, rules } }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'redaction.rules.1.pattern' }] },
    })
  })

  test('forwarding settings report a missing key', async () => {
    const { client } = createTestApp(db())

    expect(await client.forwarding.edit({ isOn: true })).toMatchObject({ obstacle: 'no-key' })
  })
})
