import { graph } from '@lathe/graph/testing/documents'
import { afterEach, expect, test } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { purgeKnowledge } from './deleted-documents.store.ts'
import { describeDatabases } from '../testing/databases.ts'
import {
  addText,
  indexed,
  type KnowledgeApp,
  DEMO_EMBEDDING,
  startKnowledgeApp,
} from '../testing/knowledge.ts'

const REFUNDS = 'Refunds are paid within 14 days of the return, to the card that was charged.'
const SHIPPING = 'Parcels leave the warehouse every morning. Express shipping takes one day.'
const LAMPS = 'The Polaris lamp has a warranty of 36 months. Its model number is PX-4471.'

describeDatabases('knowledge', (db) => {
  let app: KnowledgeApp | undefined
  const start = async (current: Db) => {
    app = await startKnowledgeApp(current)
    return app
  }
  afterEach(async () => app?.close())

  const handbook = async (running: KnowledgeApp) => {
    const { id } = await running.client.knowledge.createCollection({
      name: 'manual',
      embedding: DEMO_EMBEDDING,
    })
    await addText(running, id, 'refunds.md', REFUNDS, { topic: 'money' })
    await addText(running, id, 'shipping.md', SHIPPING, { topic: 'parcels' })
    await addText(running, id, 'lamps.md', LAMPS, { topic: 'goods' })
    return indexed(running, id)
  }

  test('indexes documents and finds them by meaning and by search terms', async () => {
    const running = await start(db())
    const collection = await handbook(running)

    const { chunks } = await running.client.knowledge.search({
      id: collection.id,
      query: 'refund after a return',
    })

    expect(collection).toMatchObject({ documents: 3, chunks: 3, waiting: 0, dimensions: 512 })
    expect(chunks[0]).toMatchObject({
      source: 'refunds.md',
      text: REFUNDS,
      lines: { from: 1, to: 1 },
      metadata: { topic: 'money' },
      ranks: { vector: 1, text: 1 },
      score: 1,
    })
    expect(chunks[0]?.similarity).toBeGreaterThan(chunks[1]?.similarity ?? 1)
  })

  test('reports usage of indexing and searching, and unknown prices', async () => {
    const running = await start(db())
    const { id, spent } = await handbook(running)

    const { tokens, ...searched } = await running.client.knowledge.search({ id, query: 'refunds' })

    expect(spent).toEqual({
      tokens: expect.any(Number),
      cost: null,
      pricedCost: 0,
      unpriced: expect.any(Number),
    })
    expect(spent.tokens).toBeGreaterThan(30)
    expect(tokens).toBeGreaterThan(0)
    expect(tokens).toBeLessThan(spent.tokens ?? 0)
    expect(searched).toMatchObject({ cost: null, pricedCost: 0, unpriced: 1 })
  })

  test('lists its agents and requires confirmation for a rename', async () => {
    const running = await start(db())
    const { id } = await handbook(running)
    const { agents, knowledge } = running.client
    const searching = (collection: string, prompt: string) =>
      graph({
        state: { topic: { type: 'string' }, found: { type: 'array' }, text: { type: 'string' } },
        input: ['topic'],
        output: ['text'],
        nodes: {
          look: { kind: 'retrieve', collection, query: '{{topic}}', k: 5, writes: 'found' },
          write: {
            kind: 'model',
            model: { connection: 'demo', name: 'demo-fast' },
            prompt: { messages: [{ role: 'user', text: prompt }] },
            tools: ['knowledge_search'],
            output: { text: 'text' },
          },
        },
        edges: ['start > look', 'look > write', 'write > end'],
      })
    await agents.create({ name: 'Both', document: searching('manual', 'Search the manual') })
    await agents.create({ name: 'One', document: searching('manuals', 'Search “manual”.') })
    await agents.create({ name: 'None', document: searching('other', 'Search manual-2') })

    const uses = await knowledge.uses({ id })
    const rename = { id, name: 'guide' }
    await expect(knowledge.editCollection(rename)).rejects.toMatchObject({
      code: 'NAME_IN_USE',
      message: expect.stringContaining('Both (draft, node `look`, node `write`); One (draft'),
      data: { usedBy: uses },
    })
    await knowledge.editCollection({ id, name: 'manual', description: 'Of the shop' })
    const { usedBy } = await knowledge.deleteCollection({ id })

    expect(uses).toMatchObject([
      { slug: 'both', draft: ['look', 'write'], published: [] },
      { slug: 'one', draft: ['write'], published: [] },
    ])
    expect(usedBy).toEqual(uses)
    await knowledge.restoreCollection({ id })
    expect(await knowledge.editCollection({ ...rename, confirm: true })).toMatchObject(rename)
  })

  test('exports all chunks with vectors, by page', async () => {
    const running = await start(db())
    const { id } = await handbook(running)
    const { knowledge } = running.client

    const first = await knowledge.passages({ id, limit: 2 })
    const second = await knowledge.passages({ id, limit: 2, after: first.after ?? 0 })

    expect(first.embedding).toEqual(DEMO_EMBEDDING)
    const passages = [...first.items, ...second.items]
    expect(passages.map(({ source, text }) => [source, text])).toEqual([
      ['refunds.md', REFUNDS],
      ['shipping.md', SHIPPING],
      ['lamps.md', LAMPS],
    ])
    const lengths = passages.map(({ vector }) => Buffer.from(vector, 'base64').length)
    expect(lengths).toEqual([2_048, 2_048, 2_048])
    expect(second.after).toBe(null)
  })

  test('finds an exact name', async () => {
    const running = await start(db())
    const { id } = await handbook(running)

    const { chunks } = await running.client.knowledge.search({ id, query: 'PX-4471', k: 1 })

    expect(chunks.map(({ source }) => source)).toEqual(['lamps.md'])
  })

  test('applies a filter and a minimum similarity', async () => {
    const running = await start(db())
    const { id } = await handbook(running)
    const search = (parts: object) =>
      running.client.knowledge.search({ id, query: 'refunds of a lamp', ...parts })

    expect((await search({ filter: { topic: 'goods' } })).chunks).toHaveLength(1)
    expect((await search({ filter: { topic: 'nothing' } })).chunks).toEqual([])
    expect((await search({ minScore: 0.99 })).chunks).toEqual([])
  })

  test('searches the old index while settings change, and reports it as stale', async () => {
    const running = await start(db())
    const { id } = await handbook(running)

    const changed = await running.client.knowledge.editCollection({
      id,
      embedding: { ...DEMO_EMBEDDING, dimensions: 64 },
    })
    const { chunks } = await running.client.knowledge.search({ id, query: 'express parcels', k: 1 })
    await running.client.knowledge.index({ id })
    const again = await indexed(running, id)
    const after = await running.client.knowledge.search({ id, query: 'express parcels', k: 1 })

    expect(changed).toMatchObject({ isStale: true, waiting: 3, chunks: 3, dimensions: 512 })
    expect(chunks[0]?.source).toBe('shipping.md')
    expect(again).toMatchObject({ isStale: false, waiting: 0, chunks: 3, dimensions: 64 })
    expect(after.chunks[0]?.source).toBe('shipping.md')
  })

  test('rejects a duplicate text', async () => {
    const running = await start(db())
    const { id } = await handbook(running)

    await expect(addText(running, id, 'copy.md', REFUNDS)).rejects.toMatchObject({
      code: 'ALREADY_THERE',
      data: { name: 'refunds.md' },
    })
  })

  test('hides a deleted document at once and a deleted collection until it is restored', async () => {
    const running = await start(db())
    const { id } = await handbook(running)
    const { items } = await running.client.knowledge.documents({ id })
    const lamps = items.find(({ name }) => name === 'lamps.md')

    await running.client.knowledge.deleteDocument({ id: lamps?.id ?? '' })
    const { chunks } = await running.client.knowledge.search({ id, query: 'Polaris lamp' })
    await running.client.knowledge.deleteCollection({ id })

    expect(chunks.map(({ source }) => source)).not.toContain('lamps.md')
    await expect(running.client.knowledge.collection({ id })).rejects.toMatchObject({
      code: 'NO_SUCH_COLLECTION',
    })
    expect(await running.client.knowledge.restoreCollection({ id })).toMatchObject({
      documents: 2,
      chunks: 2,
    })
  })

  test('restores a deleted document with its index until it is purged', async () => {
    const running = await start(db())
    const { knowledge } = running.client
    const { id } = await handbook(running)
    const [lamps] = (await knowledge.documents({ id })).items
    const document = { id: lamps?.id ?? '' }
    const purgeLater = async () => {
      await db().updateTable('collection_documents').set({ deleted_at: 1 }).execute()
      await purgeKnowledge(db())
    }

    await knowledge.deleteDocument(document)
    const again = await addText(running, id, 'lamps.md', LAMPS)
    await expect(knowledge.restoreDocument(document)).rejects.toMatchObject({
      code: 'ALREADY_THERE',
    })
    await knowledge.deleteDocument({ id: again.id })
    await purgeKnowledge(db())
    expect(await knowledge.restoreDocument(document)).toMatchObject({ name: 'lamps.md' })
    const { chunks } = await knowledge.search({ id, query: 'Polaris lamp' })
    expect(chunks[0]).toMatchObject({ source: 'lamps.md' })

    await purgeLater()
    await expect(knowledge.restoreDocument(document)).rejects.toMatchObject({
      code: 'NO_SUCH_DOCUMENT',
    })
    expect(await db().selectFrom('collection_chunks').select('seq').execute()).toEqual([])
  })

  test('previews chunks without storing anything', async () => {
    const running = await start(db())
    const before = await running.client.knowledge.collections()
    const text = Array.from({ length: 30 }, (_, n) => `Sentence number ${n} of a text.`).join(' ')

    const preview = await running.client.knowledge.preview({
      source: { type: 'text', name: 'long.txt', text },
      chunking: { by: 'text', size: 200, overlap: 20 },
    })

    expect(preview).toMatchObject({ name: 'long.txt', kind: 'text', characters: text.length })
    expect(preview.count).toBe(preview.chunks.length)
    expect(preview.count).toBeGreaterThan(3)
    expect(Math.max(...preview.chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(200)
    expect(await running.client.knowledge.collections()).toEqual(before)
  })
})
