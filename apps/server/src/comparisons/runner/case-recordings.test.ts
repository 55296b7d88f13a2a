import { startMockProvider } from '@lathe/mock-provider'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const NODES = ['first', 'second', 'third']

describeDatabases('a comparison on the same recording', (db) => {
  test('calls live only the changed nodes of a variant and their successors', async () => {
    const mockProvider = await startMockProvider()
    const app = await startRunningApp(db())
    try {
      const { client } = app
      const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
      await client.models.createConnection({ name: 'lane', ...lane })
      await client.agents.create({ name: 'Chain', document: chained(NODES, 'lane') })
      await client.agents.saveVersion({ agent: 'chain', revision: 1, publish: true })
      const input = { question: 'Tides?' }
      const { id: traceId } = await client.runs.start({ agent: 'chain', version: 1, input })
      await expect.poll(async () => (await client.runs.get({ id: traceId })).status).toBe('success')
      const recorded = mockProvider.requests.length
      const base = { type: 'agent' as const, agent: 'chain', version: 1 }
      const messages = [{ role: 'user' as const, text: 'Changed: {{question}}' }]
      const plan = {
        variants: [
          { key: 'a', name: 'A', base },
          { key: 'b', name: 'B', base: { ...base, overrides: { second: { messages } } } },
        ],
        cases: [
          { key: 'lifted', input, traceId },
          { key: 'typed', input: { question: 'Winds?' } },
        ],
        sameRecording: true,
        budget: { tokens: 100_000 },
      }
      const { id } = await client.comparisons.create({ name: 'Chain', plan })

      await client.comparisons.run({ id })
      await expect.poll(async () => (await client.comparisons.get({ id })).status).toBe('done')

      const { grid } = await client.comparisons.get({ id })
      const findRecordingUse = (variant: string, row: string) =>
        grid.find((cell) => cell.variant === variant && cell.case === row)?.recording
      expect(findRecordingUse('a', 'lifted')).toEqual({ served: 3, live: 0, suppressed: 0 })
      expect(findRecordingUse('b', 'lifted')).toEqual({ served: 2, live: 1, suppressed: 0 })
      expect(findRecordingUse('a', 'typed')).toBeNull()
      // One for the recorded case and three per variant for the typed case.
      expect(mockProvider.requests.length - recorded).toBe(7)
      const requestBodies = mockProvider.requests
        .slice(recorded)
        .map(({ body }) => JSON.stringify(body))
      expect(requestBodies.filter((body) => body.includes('Changed: Tides?'))).toHaveLength(1)
      await expect(client.comparisons.verdict({ id, by: 'latency' })).resolves.toMatchObject({
        variants: [{ ruling: null }, { ruling: 'too-few' }],
      })
    } finally {
      await app.stop()
      await mockProvider.close()
    }
  })
})
