import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

describeDatabases('an example that is sent again unchanged', (db) => {
  const start = useLangsmithServer(db)

  const withOne = async () => {
    const server = await start()
    const sdk = server.sdk()
    const { id: dataset_id } = await sdk.createDataset('Tides')
    const said = { dataset_id, inputs: { q: 'One?' }, outputs: { a: '1' } }
    const example = await sdk.createExample(said)
    return { server, sdk, dataset_id, said, example }
  }

  test('an unchanged example appears in the version diff without differences', async () => {
    const { server, sdk, dataset_id, said, example } = await withOne()
    const { as_of: fromVersion } = await sdk.readDatasetVersion({
      datasetId: dataset_id,
      tag: 'latest',
    })
    const other = await sdk.createExample({ dataset_id, inputs: { q: 'Two?' }, outputs: {} })

    await sdk.updateExample({ ...said, id: example.id })

    const since = { datasetId: dataset_id, fromVersion, toVersion: 'latest' }
    expect(await sdk.diffDatasetVersions(since)).toEqual({
      examples_added: [other.id],
      examples_removed: [],
      examples_modified: [example.id],
    })
    const versions = { dataset: dataset_id, from: 2, to: 3 }
    expect(await server.client.datasets.diff(versions)).toMatchObject({ changed: 0, items: [] })
    const { modified_at: modifiedAt } = await sdk.readExample(example.id)
    expect(Date.parse(modifiedAt ?? '')).toBeGreaterThan(Date.parse(example.modified_at ?? ''))
  })

  test('an unchanged example creates no version in the workbench, updated or added again', async () => {
    const { server, sdk, said, example } = await withOne()

    await sdk.createExample({ ...said, id: example.id })
    const { inputs } = said
    await server.client.datasets.change({ dataset: 'Tides', put: [{ id: example.id, inputs }] })

    expect(await server.client.datasets.get({ dataset: 'Tides' })).toMatchObject({ version: 1 })
  })
})
