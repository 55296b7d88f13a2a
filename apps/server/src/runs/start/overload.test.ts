import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { answering } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'
import { createTestApp } from '../../testing/test-app.ts'

const input = { question: 'Tides?' }

describeDatabases('an overloaded server', (db) => {
  test('rejects new runs and continues the running ones', async () => {
    const { executor, mockProvider } = await startExecutor(db(), {
      limits: { runsAtOnce: 1, runsQueued: 2 },
      script: [{ reply: { tokens: 40 } }],
    })
    const answer = mockProvider.hold('', { after: 10 })
    const { client } = createTestApp(db(), { context: { executor } })
    await client.models.createConnection({ name: 'demo', baseUrl: 'http://127.0.0.1:9/v1' })
    await client.agents.create({ name: 'Busy', document: answering() })
    const start = () => client.runs.start({ agent: 'busy', version: 'draft', input })
    const stream = await client.runs.stream({ agent: 'busy', version: 'draft', input })
    await expect.poll(() => executor.counts().running).toBe(1)
    const waiting = [await start(), await start()]
    expect(waiting.map(({ queuePosition }) => queuePosition)).toEqual([0, 1])

    for (let count = 0; count < 5; count++) {
      await expect(start()).rejects.toMatchObject({
        code: 'OVERLOADED',
        status: 429,
        data: { retryAfterMs: expect.any(Number) },
      })
    }

    answer()
    const seen: string[] = []
    for await (const { body } of stream) {
      seen.push(body.type === 'status' ? body.status : body.type)
    }
    expect(seen.at(-1)).toBe('success')
    expect(seen.filter((type) => type === 'token').length).toBeGreaterThan(1)
    for (const { id } of waiting) await executor.waitUntilSettled(id)
    expect((await client.runs.list({ status: 'success' })).items).toHaveLength(3)
  })
})
