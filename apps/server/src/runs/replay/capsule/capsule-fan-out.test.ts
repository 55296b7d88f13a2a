import { GraphDocument } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { startRunningApp } from '../../../testing/running-app.ts'

const createSecret = (letter: string) => `ghp_${letter}B3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3hJ6`

/** Asks a model about each item of the input at the same time. */
const document = GraphDocument.parse({
  format: 1,
  state: {
    items: { type: 'array', items: { type: 'object' } },
    answers: { type: 'array', reducer: 'append', default: [] },
  },
  input: ['items'],
  output: ['answers'],
  nodes: {
    answer: {
      kind: 'model',
      model: { connection: 'lane', name: 'demo-fast' },
      prompt: { messages: [{ role: 'user', text: 'What about {{item.topic}}?' }] },
      output: { text: 'answers' },
    },
  },
  edges: [
    { from: 'start', to: 'answer', each: { of: 'items', as: 'item' } },
    { from: 'answer', to: 'end' },
  ],
})

describeDatabases('capsule of a fan-out with secrets', (db) => {
  test.each([
    ['different requests', ['tides', 'winds', 'waves']],
    ['equal requests', ['tides', 'tides', 'tides']],
  ])('replays identically with %s', async (_, topics) => {
    const mockProvider = await startMockProvider({
      script: [
        { times: 1, reply: 'One.' },
        { times: 1, reply: 'Two.' },
        { times: 1, reply: 'Three.' },
      ],
    })
    const app = await startRunningApp(db())
    const { client } = app
    await client.models.createConnection({
      name: 'lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    await client.agents.create({ name: 'Fan out', document })
    const run = await client.runs.wait({
      agent: 'fan-out',
      version: 'draft',
      input: {
        items: topics.map((topic, index) => ({ topic, key: createSecret('abc'[index] ?? '') })),
      },
    })
    expect(run.status).toBe('success')

    const capsule = await client.capsules.get({ id: run.id })
    expect(JSON.stringify(capsule)).not.toContain(createSecret('a'))
    await client.traces.delete({ id: run.id })
    await db().deleteFrom('run_events').where('run_id', '=', run.id).execute()
    await db().deleteFrom('runs').where('id', '=', run.id).execute()
    const { traceId } = await client.capsules.import({ capsule })
    const replay = await client.replays.wait({ traceId })

    expect(replay.report?.steps.map(({ request, answer }) => [request, answer])).toEqual(
      topics.map(() => ['same', 'same']),
    )
    expect(replay.verdict).toBe('identical')
    await app.stop()
    await mockProvider.close()
  })
})
