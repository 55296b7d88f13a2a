import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan } from '../store/span.fixture.ts'
import { describeSqlite } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { KEY, startForwarder, startFailingReceiver } from './forwarding.fixture.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

describeSqlite('a receiver at a private address', (db) => {
  /** The result of forwarding one trace. */
  async function statusWith(env: Record<string, string>, endpoint?: string) {
    const app = createTestApp(db(), { env })
    const own = endpoint !== undefined && { endpoint, key: KEY }
    await app.client.forwarding.edit({ isOn: true, ...own })
    const forwarder = await startForwarder(app, db())
    await appendSpans(db(), DEFAULT_WORKSPACE, [makeSpan()])
    forwarder.wake()
    return await vi.waitFor(
      async () => {
        const { status } = await app.client.forwarding.get({})
        expect(status.lastError ?? status.lastSentAt).not.toBeNull()
        return status
      },
      { timeout: 120_000 },
    )
  }

  test('a private receiver that only the settings name is not called', async () => {
    const receiver = await startFailingReceiver(200)

    const status = await statusWith({}, receiver.url)

    expect(status).toMatchObject({ waiting: 1, sentTraces: 0 })
    expect(status.lastError).toContain('LATHE_ALLOW_HOSTS')
    expect(receiver.asked).toEqual([])
  })

  test('a receiver at a private address is called if the operator names it as the receiver', async () => {
    const receiver = await startFailingReceiver(200)
    const env = {
      LANGSMITH_TRACING: 'true',
      LANGSMITH_API_KEY: KEY,
      LANGSMITH_ENDPOINT: receiver.url,
    }

    expect(await statusWith(env)).toMatchObject({ waiting: 0, sentTraces: 1 })
  })
})
