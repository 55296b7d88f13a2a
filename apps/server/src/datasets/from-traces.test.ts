import { expect, test } from 'vitest'
import { appendSpans } from '../traces/store/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { makeSpan } from '../traces/store/span.fixture.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('examples from traces', (db) => {
  const asked = (question: string, tags: string[] = []) =>
    makeSpan({ inputs: { question }, outputs: { answer: `${question}!` }, tags })

  test('examples from traces contain input and output and link to the trace', async () => {
    const { client } = createTestApp(db())
    const span = asked('Why')
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])
    const { id: dataset } = await client.datasets.create({ name: 'Lifted' })

    await client.datasets.addTraces({ dataset, ids: [span.traceId], splits: ['seen'] })

    expect((await client.datasets.examples({ dataset })).items).toMatchObject([
      {
        inputs: { question: 'Why' },
        reference: { answer: 'Why!' },
        splits: ['seen'],
        traceId: span.traceId,
        spanId: span.id,
      },
    ])
  })

  test('creates examples from matching traces, without duplicates or empty inputs', async () => {
    const { client } = createTestApp(db())
    const silent = makeSpan({ inputs: null, tags: ['good'] })
    const spans = [asked('A', ['good']), asked('B'), asked('A', ['good']), silent]
    for (const span of spans) await appendSpans(db(), DEFAULT_WORKSPACE, [span])
    const { id: dataset } = await client.datasets.create({ name: 'Found' })

    const made = await client.datasets.addTraces({ dataset, filter: 'tag:good' })

    expect(made).toMatchObject({ added: 1, duplicates: 1, skipped: 1 })
    const refused = client.datasets.addTraces({ dataset, filter: 'latency:soon' })
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_FILTER' })
  })

  test('examples from traces can use a single span', async () => {
    const { client } = createTestApp(db())
    const root = asked('All')
    const step = makeSpan({ traceId: root.traceId, parentId: root.id, inputs: ['a', 'list'] })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, step])
    const { id: dataset } = await client.datasets.create({ name: 'Steps' })

    await client.datasets.addTraces({ dataset, ids: [root.traceId], spanId: step.id })

    const { items } = await client.datasets.examples({ dataset })
    expect(items).toMatchObject([{ spanId: step.id, inputs: { input: ['a', 'list'] } }])
  })
})
