import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { startKnowledgeApp } from '../testing/knowledge.ts'

describeDatabases('the former name of the demo connection', (db) => {
  let close = async () => {}
  afterEach(() => close())

  async function start() {
    const app = await startKnowledgeApp(db())
    close = app.close
    return app
  }

  const model = { connection: 'practice', name: 'practice-fast' }
  const document = {
    format: 1 as const,
    state: { question: { type: 'string' as const }, answer: { type: 'string' as const } },
    input: ['question'],
    output: ['answer'],
    nodes: {
      reply: {
        kind: 'model' as const,
        model,
        prompt: { messages: [{ role: 'user' as const, text: '[[reply: Yes.]] {{question}}' }] },
        output: { text: 'answer' },
      },
    },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
    layout: {},
  }

  test('runs an agent of an earlier version and replays the run', async () => {
    const { client } = await start()
    await client.agents.create({ name: 'Former', document })
    await client.agents.saveVersion({ agent: 'former', revision: 1, publish: true })

    const run = await client.runs.wait({ agent: 'former', input: { question: 'Tides?' } })
    const replay = await client.replays.wait({ traceId: run.id })

    expect(run).toMatchObject({ status: 'success', output: { answer: 'Yes.' } })
    expect(replay).toMatchObject({
      verdict: 'identical',
      report: { calls: { served: 1, live: 0 } },
    })
  })

  test('finds no problem in a document of an earlier version', async () => {
    const { client } = await start()
    await client.agents.create({ name: 'Former', document })

    const problems = await client.agents.check({ document })

    expect(problems).toEqual([])
  })

  test('refers to another connection of that name if one exists', async () => {
    const { client } = await start()
    const own = { name: 'practice', baseUrl: 'http://127.0.0.1:9/v1', allowPrivate: true }
    await client.models.createConnection(own)
    await client.agents.create({ name: 'Former', document })
    await client.agents.saveVersion({ agent: 'former', revision: 1, publish: true })

    const run = await client.runs.wait({ agent: 'former', input: { question: 'Tides?' } })

    expect(run.status).toBe('error')
  })
})
