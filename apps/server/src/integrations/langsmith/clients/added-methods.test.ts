import { Client } from 'langsmith'
import { Client as OlderClient } from 'langsmith-older'
import { RunTree } from 'langsmith/run_trees'
import { v4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const listMethods = (sdkClass: { prototype: object }) =>
  Object.getOwnPropertyNames(sdkClass.prototype).filter((name) => !name.startsWith('_'))

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

test('the current client adds only known methods to SDK 0.10', () => {
  const olderMethods = new Set(listMethods(OlderClient))

  expect(listMethods(Client).filter((name) => !olderMethods.has(name))).toEqual([
    'sessions',
    'agents',
    'addFeedbackCategories',
    'removeFeedbackCategories',
  ])
})

describeDatabases('client methods added after SDK 0.10', (db) => {
  const start = useLangsmithServer(db)

  async function connected() {
    const server = await start()
    const { apiUrl } = server
    const client = new Client({ apiUrl, apiKey: 'any', callerOptions: { maxRetries: 0 } })
    return { server, client }
  }

  test('the client accepts the server version without a warning', async () => {
    const warned = vi.spyOn(console, 'warn')
    const { client } = await connected()

    // The client checks the version in parallel with the first request, so the check has finished
    // by the second.
    for (const _ of ['first', 'second']) await all(client.sessions.listV2())

    expect(warned.mock.calls.filter(([text]) => /version/i.test(String(text)))).toEqual([])
    warned.mockRestore()
  })

  test('sends traces and streams the pages of a query', async () => {
    const { client } = await connected()
    const startTime = Date.now()
    for (const [index, name] of ['one', 'two', 'three'].entries()) {
      const root = new RunTree({
        name,
        client,
        project_name: 'added',
        // Distinct start times make the order deterministic.
        start_time: startTime + index,
        metadata: { thread_id: name },
      })
      await root.postRun()
      await root.end({ said: name })
      await root.patchRun()
    }
    await client.awaitPendingTraceBatches()
    const { id } = await client.readProject({ projectName: 'added' })

    const runs = client.runs.streaming.queryV2Items({
      project_ids: [id],
      selects: ['NAME'],
      page_size: 2,
    })
    const traces = client.traces.streaming.queryItems({
      project_id: id,
      selects: ['NAME'],
      page_size: 2,
    })
    const threads = client.threads.streaming.queryItems({ project_id: id, page_size: 2 })

    expect((await all(runs)).map(({ name }) => name)).toEqual(['three', 'two', 'one'])
    expect((await all(traces)).map(({ root_run: root }) => root?.name)).toHaveLength(3)
    expect((await all(threads)).map(({ thread_id: thread }) => thread)).toHaveLength(3)
    await expect(
      client.runs.streaming.queryV2({ project_ids: [id], filter: 'eq(nothing, 1)' }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('lists projects and experiments sorted and paginated', async () => {
    const { client } = await connected()
    const dataset = await client.createDataset('Tides')
    await client.createProject({ projectName: 'b' })
    await client.createProject({ projectName: 'a', metadata: { team: 'sea' } })
    await client.createProject({ projectName: 'try', referenceDatasetId: dataset.id })
    const listNames = async (query: Parameters<Client['sessions']['listV2']>[0]) =>
      (await all(client.sessions.listV2(query))).map(({ name, type }) => `${type} ${name}`)

    expect(await listNames({ sort_by: 'NAME', sort_order: 'asc', page_size: 2 })).toEqual([
      'PROJECT a',
      'PROJECT b',
      'PROJECT default',
      'EXPERIMENT try',
    ])
    expect(await listNames({ type: ['EXPERIMENT'] })).toEqual(['EXPERIMENT try'])
    expect(await listNames({ type: ['AGENT'] })).toEqual([])
    expect(await listNames({ type: ['PROJECT'], metadata: '{"team":"sea"}' })).toEqual([
      'PROJECT a',
    ])
    expect(await listNames({ reference_dataset_id: [dataset.id] })).toEqual(['EXPERIMENT try'])
    const [project] = (await client.sessions.listV2({ name: 'a', include_stats: true })).items
    expect(project).toMatchObject({ run_count: 0, trace_tier: 'LONG_LIVED' })
    for (const wrong of [{ filter: 'eq(name, "a")' }, { cursor: 'x' }])
      await expect(client.sessions.listV2(wrong)).rejects.toMatchObject({ status: 400 })
  })

  test('lists datasets sorted and paginated, with missing values last', async () => {
    const { client } = await connected()
    const created = []
    for (const name of ['Tides', 'Winds', 'Ice']) created.push(await client.createDataset(name))
    const [tides] = created
    await client.createProject({ projectName: 'try', referenceDatasetId: tides?.id ?? '' })
    const listNames = async (query: Parameters<Client['datasets']['listV2']>[0]) =>
      (await all(client.datasets.listV2(query))).map(({ name }) => name)

    expect(await listNames({ page_size: 2 })).toEqual(['Ice', 'Winds', 'Tides'])
    expect(await listNames({ sort_by: 'name', sort_order: 'asc' })).toEqual([
      'Ice',
      'Tides',
      'Winds',
    ])
    for (const order of ['asc', 'desc'] as const) {
      const found = await listNames({ sort_by: 'last_session_start_time', sort_order: order })
      expect(found[0]).toBe('Tides')
    }
    expect(await listNames({ name_contains: 'ID' })).toEqual(['Tides'])
    expect(await listNames({ data_type: ['chat'] })).toEqual([])
    const { items } = await client.datasets.listV2({ name: 'Tides', exclude: ['example_count'] })
    expect(items).toMatchObject([{ session_count: 1, example_count: null }])
  })

  test('changes the metadata and splits of many examples in one version', async () => {
    const { client } = await connected()
    const dataset = await client.createDataset('Tides')
    const examples = await client.createExamples(
      ['One?', 'Two?'].map((q) => ({
        dataset_id: dataset.id,
        inputs: { q },
        metadata: { tags: ['old'] },
      })),
    )
    const ids = examples.map(({ id }) => id)
    const unknownId = v4()

    await client.updateDatasetSplits({
      datasetId: dataset.id,
      splitName: 'hard',
      exampleIds: ids.slice(1),
    })
    const { statuses } = await client.datasets.examples.updateMetadata(dataset.id, {
      example_ids: [...ids, unknownId],
      operations: [
        { key: 'level', operation: 'SET', value: { of: 2 } },
        { key: 'tags', operation: 'ARRAY_ADD', values: ['old', 'new'] },
        { key: 'tags', operation: 'ARRAY_REMOVE', values: ['old'] },
      ],
    })

    expect(statuses.map(({ status }) => status)).toEqual(['UPDATED', 'UPDATED', 'NOT_FOUND'])
    const metadata = { level: { of: 2 }, tags: ['new'] }
    expect(
      (await all(client.listExamples({ datasetId: dataset.id }))).map(
        (example) => example.metadata,
      ),
    ).toEqual([
      { ...metadata, dataset_split: ['base'] },
      { ...metadata, dataset_split: ['hard'] },
    ])
    await client.updateDatasetSplits({
      datasetId: dataset.id,
      splitName: 'hard',
      exampleIds: ids,
      remove: true,
    })
    expect(await client.listDatasetSplits({ datasetId: dataset.id })).toEqual(['base'])
    await expect(
      client.datasets.examples.updateMetadata(dataset.id, { example_ids: ids, operations: [] }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('deletes examples of the dataset idempotently and ignores other datasets', async () => {
    const { client } = await connected()
    const dataset = await client.createDataset('Tides')
    const other = await client.createDataset('Winds')
    const [{ id } = { id: '' }] = await client.createExamples([
      { dataset_id: dataset.id, inputs: { q: 'One?' } },
    ])
    const remove = (from: string) => client.datasets.examples.delete(id, { dataset_id: from })

    await expect(remove(other.id)).rejects.toMatchObject({ status: 404 })
    await remove(dataset.id)
    await remove(dataset.id)

    expect(await client.readDataset({ datasetId: dataset.id })).toMatchObject({ example_count: 0 })
  })

  test('adds and removes categories of a feedback config', async () => {
    const { client } = await connected()
    const terse = { value: 0, label: 'terse' }
    const kind = { value: 1, label: 'kind' }
    const warm = { value: 2, label: 'warm' }
    await client.createFeedbackConfig({
      feedbackKey: 'tone',
      feedbackConfig: { type: 'categorical', categories: [terse, kind] },
    })

    const added = await client.addFeedbackCategories('tone', [warm])
    const removed = await client.removeFeedbackCategories('tone', [0])

    expect(added.feedback_config.categories).toEqual([terse, kind, warm])
    expect(removed.feedback_config.categories).toEqual([kind, warm])
    await expect(client.addFeedbackCategories('tone', [warm])).rejects.toThrow('the same value')
  })

  test('unsupported methods fail with an explanation', async () => {
    const { client } = await connected()
    const id = v4()
    const unsupported = [
      () => client.threads.share.create('thread', { project_id: id }),
      () => client.sessions.resolve({ kind: 'EVALUATOR' }),
      () => all(client.agents.list()),
    ]

    for (const ask of unsupported)
      await expect(ask()).rejects.toThrow(/is not supported by Lathe\. \w+/)
  })
})
