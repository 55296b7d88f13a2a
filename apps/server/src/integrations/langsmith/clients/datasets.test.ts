import type { Client } from 'langsmith'
import { evaluate } from 'langsmith/evaluation'
import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

type Values = Record<string, unknown>
type Judged = { outputs: Values; referenceOutputs?: Values }

describeDatabases('datasets of the LangSmith client', (db) => {
  const start = useLangsmithServer(db)

  const withExamples = async (sdk: Client) => {
    const dataset = await sdk.createDataset('Tides', { metadata: { of: 'sea' } })
    const examples = await sdk.createExamples([
      { dataset_id: dataset.id, inputs: { q: 'One?' }, outputs: { a: '1' }, split: 'test' },
      { dataset_id: dataset.id, inputs: { q: 'Two?' }, outputs: { a: '2' }, metadata: { hard: 1 } },
    ])
    return { dataset, examples }
  }

  test('creates, finds, changes and deletes datasets', async () => {
    const sdk = (await start()).sdk()
    const { dataset } = await withExamples(sdk)

    expect(await sdk.readDataset({ datasetName: 'Tides' })).toMatchObject({
      id: dataset.id,
      example_count: 2,
      metadata: { of: 'sea' },
    })
    expect(await sdk.hasDataset({ datasetName: 'Nothing' })).toBe(false)
    await expect(sdk.createDataset('Tides')).rejects.toThrow(/409|already/)
    await sdk.updateDataset({ datasetId: dataset.id, description: 'Of the sea' })
    expect(await all(sdk.listDatasets({ datasetNameContains: 'tid' }))).toMatchObject([
      { description: 'Of the sea' },
    ])
    await sdk.deleteDataset({ datasetId: dataset.id })
    expect(await sdk.hasDataset({ datasetName: 'Tides' })).toBe(false)
  })

  test('uploads a CSV file as a dataset atomically', async () => {
    const sdk = (await start()).sdk()
    const file = { csvFile: new Blob(['q,a,id\nOne?,1,x\nTwo?,2,y\n']), fileName: 'tides.csv' }
    const columns = { inputKeys: ['q'], outputKeys: ['a'] }

    const dataset = await sdk.uploadCsv({ ...file, ...columns, name: 'Tides', description: 'Sea' })

    expect(dataset).toMatchObject({ name: 'Tides', description: 'Sea', example_count: 2 })
    const examples = await all(sdk.listExamples({ datasetName: 'Tides' }))
    expect(examples.map(({ inputs, outputs }) => ({ ...inputs, ...outputs }))).toEqual(
      expect.arrayContaining([
        { q: 'One?', a: '1' },
        { q: 'Two?', a: '2' },
      ]),
    )
    await expect(sdk.uploadCsv({ ...file, ...columns, name: 'Tides' })).rejects.toThrow(/already/)
    await expect(
      sdk.uploadCsv({ ...file, inputKeys: ['question'], outputKeys: [] }),
    ).rejects.toThrow(/no column question/)
    expect(await sdk.hasDataset({ datasetName: file.fileName })).toBe(false)
    expect(await sdk.uploadCsv({ ...file, ...columns })).toMatchObject({ name: 'tides.csv' })
  })

  test('reads examples as of a time, by split and by metadata', async () => {
    const sdk = (await start()).sdk()
    const { dataset, examples } = await withExamples(sdk)
    const [one, two] = examples
    const before = await sdk.readDatasetVersion({ datasetId: dataset.id, tag: 'latest' })
    await sdk.updateExample({ id: one?.id ?? '', inputs: { q: 'First?' }, dataset_id: dataset.id })
    await sdk.deleteExample(two?.id ?? '')

    const questions = async (options: Parameters<Client['listExamples']>[0]) =>
      (await all(sdk.listExamples({ datasetId: dataset.id, ...options }))).map(
        ({ inputs }) => inputs?.['q'] as unknown,
      )
    expect(await questions({})).toEqual(['First?'])
    expect(await questions({ asOf: before.as_of })).toEqual(['One?', 'Two?'])
    expect(await questions({ asOf: before.as_of, splits: ['test'] })).toEqual(['One?'])
    expect(await questions({ asOf: before.as_of, splits: ['base'] })).toEqual(['Two?'])
    expect(await questions({ asOf: before.as_of, metadata: { hard: 1 } })).toEqual(['Two?'])
    expect((await sdk.readExample(one?.id ?? '')).outputs).toEqual({ a: '1' })
  })

  test('tags versions, compares them and moves examples between splits', async () => {
    const sdk = (await start()).sdk()
    const { dataset, examples } = await withExamples(sdk)
    const ids = examples.map(({ id }) => id)
    const first = await sdk.readDatasetVersion({ datasetId: dataset.id, tag: 'latest' })
    await sdk.updateDatasetTag({ datasetId: dataset.id, asOf: first.as_of, tag: 'release' })

    await sdk.updateDatasetSplits({
      datasetId: dataset.id,
      splitName: 'hard',
      exampleIds: ids.slice(1),
    })

    expect(await sdk.listDatasetSplits({ datasetId: dataset.id })).toEqual(['hard', 'test'])
    const diff = await sdk.diffDatasetVersions({
      datasetId: dataset.id,
      fromVersion: 'release',
      toVersion: 'latest',
    })
    expect(diff).toEqual({
      examples_added: [],
      examples_removed: [],
      examples_modified: ids.slice(1),
    })
  })

  test('finds examples by metadata and changes many at once', async () => {
    const server = await start()
    const sdk = server.sdk()
    const { dataset, examples } = await withExamples(sdk)
    const [one, two] = examples.map(({ id }) => id)
    const found = async (filter: string) => {
      const ids = []
      for await (const { id } of sdk.listExamples({ datasetId: dataset.id, filter })) ids.push(id)
      return ids
    }

    const changed = await server.post(
      '/examples/bulk',
      [
        { id: one, outputs: { a: 'I' } },
        { id: two, metadata: { hard: 2 } },
      ],
      'PATCH',
    )

    expect(changed.status).toBe(200)
    expect(await found('exists(metadata, "hard")')).toEqual([two])
    expect(await found(`has("metadata", '{"hard": 2}')`)).toEqual([two])
    expect(await found('exists(metadata, "easy")')).toEqual([])
    expect(await sdk.readExample(one ?? '')).toMatchObject({ outputs: { a: 'I' } })
    const missing = await server.post('/examples/bulk', [{ id: dataset.id }], 'PATCH')
    expect(missing.status).toBe(404)
  })

  test('rejects an example whose id exists in any dataset', async () => {
    const server = await start()
    const sdk = server.sdk()
    const { dataset, examples } = await withExamples(sdk)
    const other = await sdk.createDataset('Winds')
    const id = examples[0]?.id ?? ''
    const content = { inputs: { q: 'One?' }, outputs: { a: '1' } }

    for (const [datasetId, inputs] of [
      [dataset.id, { q: 'Else?' }],
      [other.id, content.inputs],
    ] as const) {
      const example = { dataset_id: datasetId, id, ...content, inputs }
      await expect(sdk.createExample(example)).rejects.toMatchObject({ status: 409 })
      const rest = await server.post('/examples', example)
      expect(rest.status).toBe(409)
    }
    const again = await sdk.createExample({ dataset_id: dataset.id, id, ...content })

    expect(again).toMatchObject({ id, inputs: { q: 'One?' } })
    expect(await sdk.readDataset({ datasetId: other.id })).toMatchObject({ example_count: 0 })
  })

  test('adds and changes examples of several datasets atomically', async () => {
    const server = await start()
    const sdk = server.sdk()
    const { dataset, examples } = await withExamples(sdk)
    const other = await sdk.createDataset('Winds')
    const [one, two] = examples
    const added = await server.post('/examples/bulk', [
      { dataset_id: other.id, inputs: { q: 'Three?' } },
      { dataset_id: dataset.id, id: two?.id, inputs: { q: 'Taken?' } },
    ])
    const elsewhere = await sdk.createExample({ dataset_id: other.id, inputs: { q: 'Four?' } })
    const changed = await server.post(
      '/examples/bulk',
      [one?.id, elsewhere.id].map((id) => ({ id, outputs: { a: 'new' } })),
      'PATCH',
    )

    expect([added.status, changed.status]).toEqual([409, 200])
    expect(await sdk.readDataset({ datasetId: other.id })).toMatchObject({ example_count: 1 })
    for (const id of [one?.id, elsewhere.id])
      expect(await sdk.readExample(id ?? '')).toMatchObject({ outputs: { a: 'new' } })
  })

  test('changes no example if one is missing or in another dataset', async () => {
    const sdk = (await start()).sdk()
    const { dataset, examples } = await withExamples(sdk)
    const id = examples[0]?.id ?? ''
    const other = await sdk.createDataset('Winds')
    const elsewhere = await sdk.createExample({ dataset_id: other.id, inputs: { q: 'Three?' } })
    const changeWith = (also: string) =>
      sdk.updateExamples(
        [id, also].map((one) => ({ id: one, dataset_id: dataset.id, inputs: { q: 'Changed?' } })),
      )

    await expect(changeWith(other.id)).rejects.toMatchObject({ status: 404 })
    await expect(changeWith(elsewhere.id)).rejects.toMatchObject({ status: 409 })

    const found = await all(sdk.listExamples({ datasetId: dataset.id }))
    expect(found.map(({ inputs }) => inputs['q'] as unknown)).toEqual(['One?', 'Two?'])
    expect((await sdk.readExample(elsewhere.id)).inputs).toEqual({ q: 'Three?' })
  })

  describe('evaluate()', () => {
    test('evaluate() runs every example and stores every score', async () => {
      const server = await start()
      const client = server.sdk({ autoBatchTracing: true })
      const { dataset } = await withExamples(client)

      const results = await evaluate(
        (inputs: Values) => ({ a: inputs['q'] === 'One?' ? '1' : 'wrong' }),
        {
          data: 'Tides',
          client,
          experimentPrefix: 'first',
          evaluators: [
            ({ outputs, referenceOutputs }: Judged) => ({
              key: 'exact',
              score: outputs['a'] === referenceOutputs?.['a'] ? 1 : 0,
            }),
          ],
          summaryEvaluators: [
            ({ outputs }: { outputs: Values[] }) => ({ key: 'answered', score: outputs.length }),
            () => ({ key: 'tone', value: 'terse', comment: 'one word each' }),
          ],
        },
      )
      await client.awaitPendingTraceBatches()

      expect(new Set(results.results.map(({ run }) => run.outputs?.['a'] as unknown))).toEqual(
        new Set(['1', 'wrong']),
      )
      const project = await client.readProject({
        projectName: results.experimentName,
        includeStats: true,
      })
      expect(project).toMatchObject({
        reference_dataset_id: dataset.id,
        run_count: 2,
        feedback_stats: { exact: { n: 2, avg: 0.5 } },
        session_feedback_stats: { answered: { n: 1, avg: 2 } },
      })
      expect(await client.readDataset({ datasetId: dataset.id })).toMatchObject({
        session_count: 1,
      })
      const read = []
      for await (const { inputs, runs } of client.datasets.experimentRuns.query(dataset.id, {
        experiment_ids: [project.id],
        selects: ['OUTPUTS'],
        page_size: 1,
      }))
        read.push([inputs, runs?.map(({ outputs }) => outputs)])
      expect(read).toEqual([
        [{ q: 'One?' }, [{ a: '1' }]],
        [{ q: 'Two?' }, [{ a: 'wrong' }]],
      ])
      const first = await server.post(`/datasets/${dataset.id}/runs`, {
        session_ids: [project.id],
        filters: { [project.id]: ['eq(feedback_key, "exact")', 'eq(feedback_score, 0)'] },
      })
      expect(await first.json()).toMatchObject([
        { runs: [] },
        { runs: [{ outputs: { a: 'wrong' } }] },
      ])
      const judged = await server.client.traces.list({
        project: 'evaluators',
        environment: ['*'],
      })
      expect(new Set(judged.items.map(({ title }) => title))).toEqual(new Set(['One?', 'Two?']))
      const [experiment] = await server.client.datasets.experiments({ dataset: 'Tides' })
      expect(experiment).toMatchObject({
        name: results.experimentName,
        traces: 2,
        errors: 0,
        scores: [{ key: 'exact', count: 2, mean: 0.5 }],
        overall: [
          { key: 'answered', score: 2, value: null, comment: null },
          { key: 'tone', score: null, value: 'terse', comment: 'one word each' },
        ],
      })
    })
  })
})
