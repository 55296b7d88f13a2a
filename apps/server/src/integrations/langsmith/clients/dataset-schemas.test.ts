import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const oneText = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string' as const } },
  required: [name],
})

describeDatabases('examples of a dataset with schemas', (db) => {
  const start = useLangsmithServer(db)

  const withSchemas = async () => {
    const server = await start()
    const sdk = server.sdk()
    const { id: dataset_id } = await sdk.createDataset('Tides', {
      inputsSchema: oneText('q'),
      outputsSchema: oneText('a'),
    })
    const good = { dataset_id, inputs: { q: 'One?' }, outputs: { a: '1' } }
    return { sdk, server, dataset_id, good }
  }

  test('examples that violate the schemas are rejected', async () => {
    const { sdk, server, good } = await withSchemas()
    const fit = await sdk.createExample(good)
    await sdk.createExample({ dataset_id: good.dataset_id, inputs: good.inputs })

    const odd = { ...good, inputs: { q: 1 } }
    await expect(sdk.createExample(odd)).rejects.toThrow(/inputs.q: expected string, got number/)
    await expect(sdk.createExample({ ...good, outputs: { b: '1' } })).rejects.toThrow(
      /outputs: `a` is missing/,
    )
    await expect(sdk.createExamples([good, odd])).rejects.toThrow(/inputs.q/)
    await expect(sdk.updateExample({ ...good, id: fit.id, outputs: { a: 2 } })).rejects.toThrow(
      /outputs.a/,
    )
    const posted = await server.post('/examples', odd)
    expect(posted.status).toBe(400)

    await sdk.updateExample({ id: fit.id, dataset_id: good.dataset_id, metadata: { hard: true } })
    const { items } = await server.client.datasets.examples({ dataset: 'Tides' })
    expect(items.map(({ reference }) => reference)).toEqual([{ a: '1' }, null])
  })

  test('examples are accepted if the schema has a remote $ref', async () => {
    const sdk = (await start()).sdk()
    const elsewhere = { $ref: 'https://example.com/schemas/message.json' }
    const { id } = await sdk.createDataset('Talks', { inputsSchema: elsewhere })

    await sdk.createExample({ dataset_id: id, inputs: { q: 1 }, outputs: {} })

    expect(await sdk.readDataset({ datasetId: id })).toMatchObject({
      example_count: 1,
      inputs_schema_definition: elsewhere,
    })
  })
})
