import { evaluate } from 'langsmith/evaluation'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { evaluateOutsideOfGit, useLangsmithServer } from '../../../testing/langsmith-harness.ts'

type Files = Record<string, { presigned_url?: string; mime_type?: string }> | undefined

evaluateOutsideOfGit()

describeDatabases('attachments of examples', (db) => {
  const start = useLangsmithServer(db)
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff])

  const read = async (files: Files, name: string) => {
    const answer = await fetch(files?.[name]?.presigned_url ?? '')
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : answer.status
  }

  const filled = async () => {
    const server = await start()
    const sdk = server.sdk()
    const dataset = await sdk.createDataset('Seen')
    const [example] = await sdk.createExamples([
      {
        dataset_id: dataset.id,
        inputs: { q: 'What is on it?' },
        outputs: { a: 'a boat' },
        attachments: { 'boat.png': ['image/png', picture], note: ['text/plain', picture] },
      },
    ])
    const all = async () => {
      const found = []
      const place = { datasetId: dataset.id, includeAttachments: true }
      for await (const example of sdk.listExamples(place)) found.push(example)
      return found
    }
    return { server, sdk, dataset, id: example?.id ?? '', all }
  }

  test('evaluate() reads attachments back byte for byte', async () => {
    const { sdk, all, server } = await filled()
    const [example] = await all()

    expect(await read(example?.attachments, 'boat.png')).toEqual(picture)
    expect(example?.attachments?.['boat.png']?.mime_type).toBe('image/png')

    const seen: unknown[] = []
    await evaluate(
      async (_inputs: unknown, config?: { attachments?: Files }) => {
        seen.push(await read(config?.attachments, 'note'))
        return { a: 'a boat' }
      },
      { data: 'Seen', client: sdk, includeAttachments: true },
    )

    expect(seen).toEqual([picture])
    const { items } = await server.client.datasets.examples({ dataset: 'Seen' })
    expect(items[0]?.files).toMatchObject([
      { name: 'boat.png', mimeType: 'image/png', size: 8 },
      { name: 'note', mimeType: 'text/plain', size: 8 },
    ])
  })

  test('clients rename, replace and remove attachments without changing old versions', async () => {
    const { sdk, dataset, id, all, server } = await filled()
    const names = async () => Object.keys((await all())[0]?.attachments ?? {})

    await sdk.updateExamples([{ id, dataset_id: dataset.id, metadata: { hard: true } }])
    expect(await names()).toEqual(['boat.png', 'note'])
    await sdk.updateExamples([
      {
        id,
        dataset_id: dataset.id,
        attachments: { more: ['text/plain', Uint8Array.from([1])] },
        attachments_operations: { rename: { 'boat.png': 'ship.png' }, retain: [] },
      },
    ])

    const [changed] = await all()
    expect(Object.keys(changed?.attachments ?? {})).toEqual(['ship.png', 'more'])
    expect(await read(changed?.attachments, 'ship.png')).toEqual(picture)
    await server.client.datasets.revert({ dataset: 'Seen', version: 1 })
    expect(await names()).toEqual(['boat.png', 'note'])
  })

  test('attachments that an update does not retain are replaced', async () => {
    const { sdk, dataset, id, all } = await filled()
    const sent = Uint8Array.from([1])

    await sdk.updateExamples([
      { id, dataset_id: dataset.id, attachments: { more: ['text/plain', sent] } },
    ])

    const [changed] = await all()
    expect(Object.keys(changed?.attachments ?? {})).toEqual(['more'])
    expect(await read(changed?.attachments, 'more')).toEqual(sent)
  })

  test('a conflicting retain or rename leaves attachments unchanged', async () => {
    const { sdk, dataset, id, all } = await filled()
    const change = (operations: { retain: string[]; rename: Record<string, string> }) =>
      sdk.updateExamples([{ id, dataset_id: dataset.id, attachments_operations: operations }])

    await expect(change({ retain: ['note'], rename: { 'boat.png': 'note' } })).rejects.toThrow(
      /two files would be named note/,
    )
    await expect(change({ retain: [], rename: { 'boat.png': 'x', note: 'x' } })).rejects.toThrow(
      /two files would be named x/,
    )
    await expect(change({ retain: ['note'], rename: { note: 'letter' } })).rejects.toThrow(
      /note is both retained and renamed/,
    )

    const names = async () => Object.keys((await all())[0]?.attachments ?? {})
    expect(await names()).toEqual(['boat.png', 'note'])
    await change({ retain: [], rename: { 'boat.png': 'note', note: 'boat.png' } })
    expect(await names()).toEqual(['note', 'boat.png'])
  })

  test('attachments cannot be written through another dataset', async () => {
    const { sdk, server, id } = await filled()
    const { items } = await server.client.datasets.examples({ dataset: 'Seen' })
    const files = items.flatMap((item) => item.files)
    await sdk.deleteExample(id)

    const put = [{ id, inputs: { q: 'Again?' }, files }]
    await server.client.datasets.change({ dataset: 'Seen', put })
    expect((await sdk.readExample(id)).attachments).toHaveProperty('note')

    const foreignFiles = files.map((file) => ({ ...file, hash: 'none' }))
    await expect(
      server.client.datasets.change({ dataset: 'Seen', put: [{ id, files: foreignFiles }] }),
    ).rejects.toThrow(/boat.png is not a file of this dataset/)
  })
})
