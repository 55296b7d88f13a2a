import type { GraphDocument } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { answering } from '../testing/runnable-documents.ts'
import { startRunningApp } from '../testing/running-app.ts'

const saying = (text: string) => ({ messages: [{ role: 'user' as const, text }] })
const input = { question: 'Tides?' }

const naming = (prompt: object): GraphDocument => {
  const document = answering()
  const { reply } = document.nodes
  if (reply?.kind !== 'model') throw new Error('the document has changed')
  return { ...document, nodes: { reply: { ...reply, prompt: { name: 'ask', ...prompt } } } }
}

describeDatabases('an agent that uses a prompt', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  test('runs the labelled version of its start, and the run keeps it', async () => {
    const mockProvider = await startMockProvider()
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const provider = {
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    }
    await client.models.createConnection({ name: 'demo', ...provider })
    await client.prompts.create({ name: 'ask', content: saying('Say high: {{question}}') })
    await client.prompts.commit({ prompt: 'ask', content: saying('Say low: {{question}}') })
    await client.prompts.label({ prompt: 'ask', label: 'production', version: 1 })
    await client.agents.create({ name: 'Asker', document: naming({}) })
    const run = () => client.runs.wait({ agent: 'asker', version: 'draft', input })
    const asked = async (id: string) => {
      const { nodes } = await client.runs.graph({ id })
      const { reply } = nodes
      return reply?.kind === 'model' ? reply.prompt : undefined
    }

    const first = await run()
    await client.prompts.label({ prompt: 'ask', label: 'production', version: 2 })
    const second = await run()
    const third = await run()

    expect([first, second, third].map(({ status }) => status)).toEqual(Array(3).fill('success'))
    expect(await asked(first.id)).toEqual(saying('Say high: {{question}}'))
    expect(await asked(second.id)).toEqual(saying('Say low: {{question}}'))
    await expect
      .poll(() => client.prompts.metrics({ prompt: 'ask' }))
      .toMatchObject([
        { version: 2, runs: 2, calls: 2, errors: 0, inputTokens: expect.any(Number) },
        { version: 1, runs: 1, calls: 1, cost: null, pricedCost: 0, unpriced: 1 },
      ])
    const price = db().updateTable('spans').set({ cost_nanos: 6 }).where('kind', '=', 'model')
    await price.where('trace_id', '=', third.id).execute()
    const time = (id: string, ms: number) =>
      db()
        .updateTable('spans')
        .set((eb) => ({ ended_at: eb('started_at', '+', ms * 1_000) }))
        .where('trace_id', '=', id)
        .execute()
    await Promise.all([time(second.id, 100), time(third.id, 300)])
    expect(await client.prompts.metrics({ prompt: 'ask' })).toMatchObject([
      { version: 2, p50Ms: 200, p95Ms: 290, cost: null, pricedCost: 6, unpriced: 1 },
      { version: 1, unpriced: 1 },
    ])
    expect(await client.prompts.uses({ prompt: 'ask' })).toEqual({
      agents: [
        {
          agent: 'asker',
          name: 'Asker',
          node: 'reply',
          document: 'draft',
          label: 'production',
          version: null,
        },
      ],
      comparisons: [],
    })
    const { id } = await client.replays.wait({ traceId: first.id, mode: 'exact' })
    expect(await asked(id)).toEqual(saying('Say high: {{question}}'))
  })

  test('counts cells of a bare prompt for the version with equal text', async () => {
    const mockProvider = await startMockProvider()
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const provider = {
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    }
    await client.models.createConnection({ name: 'demo', ...provider })
    await client.prompts.create({ name: 'ask', content: saying('Say high: {{question}}') })
    const variant = (key: string, text: string) => ({
      key,
      name: key,
      base: {
        type: 'prompt' as const,
        ...saying(text),
        model: { connection: 'demo', name: 'demo-fast' },
        from: { prompt: 'ask', version: 1 },
      },
    })
    const variants = [
      variant('same', 'Say high: {{question}}'),
      variant('edited', 'Say low: {{question}}'),
    ]
    const plan = { variants, cases: [{ key: 'one', input }] }
    const { id } = await client.comparisons.create({ name: 'High or low', plan })

    await client.comparisons.run({ id })

    await expect.poll(async () => (await client.comparisons.get({ id })).status).not.toBe('running')
    await expect
      .poll(() => client.prompts.metrics({ prompt: 'ask' }))
      .toMatchObject([{ version: 1, runs: 1, calls: 1 }])
    expect((await client.prompts.uses({ prompt: 'ask' })).comparisons).toEqual([
      { id, name: 'High or low', versions: [1] },
    ])

    const [, edited] = variants
    const content = { ...saying('Say low: {{question}}'), model: edited?.base.model }
    await client.prompts.commit({ prompt: 'ask', content })

    // The promoted prompt ran before it became a version.
    expect(await client.prompts.metrics({ prompt: 'ask' })).toMatchObject([
      { version: 2, runs: 1, calls: 1 },
      { version: 1, runs: 1, calls: 1 },
    ])
    expect((await client.prompts.uses({ prompt: 'ask' })).comparisons).toMatchObject([
      { id, versions: [2, 1] },
    ])
  })

  test.each([
    ['no such label', { label: 'candidate' }, 'no label `candidate`'],
    ['no such version', { version: 7 }, 'no version 7'],
    ['another variable', {}, 'topic'],
  ])('an agent that uses a prompt is not started with %s', async (_, prompt, said) => {
    const app = await startRunningApp(db())
    stop = () => app.stop()
    const { client } = app
    await client.models.createConnection({ name: 'demo', baseUrl: 'http://127.0.0.1:9/v1' })
    await client.prompts.create({ name: 'ask', content: saying('On {{topic}}') })
    await client.prompts.label({ prompt: 'ask', label: 'production', version: 1 })
    await client.agents.create({ name: 'Asker', document: naming(prompt) })

    const refused = client.runs.start({ agent: 'asker', version: 'draft', input })

    await expect(refused).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      message: expect.stringContaining(said),
      data: { problems: [{ message: expect.stringContaining(said) }] },
    })
  })
})
