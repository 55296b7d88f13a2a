import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import type { Embed } from '../runs/engine/engine-host.ts'
import { describeDatabases } from '../testing/databases.ts'
import { addText, indexed, DEMO_EMBEDDING } from '../testing/knowledge.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createIndexJobs } from './index-job.ts'

/** A provider whose vectors count the letters a, b and c. */
const letters: Embed = async (_, __, texts) => ({
  ok: true,
  vectors: texts.map((text) => ['a', 'b', 'c'].map((letter) => text.split(letter).length)),
  tokens: texts.length,
})

const refusal = (code: 'AUTHENTICATION' | 'BAD_REQUEST', message: string) => ({
  ok: false as const,
  error: { code, message, retryable: false },
})

const LONG = Array.from({ length: 400 }, (_, n) => `Line ${n} a b c and some more words.`).join(
  '\n',
)

describeDatabases('indexing', (db) => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  const start = (embed: Embed) => {
    const app = createTestApp(db(), { context: { embed } })
    stops.push(() => app.context.indexing.drain())
    return app
  }
  const create = ({ client }: ReturnType<typeof start>, name = 'docs') =>
    client.knowledge.createCollection({
      name,
      embedding: DEMO_EMBEDDING,
      chunking: { by: 'text', size: 100, overlap: 0 },
    })

  test('resumes after a restart without embedding twice', async () => {
    const seen: string[] = []
    let drain = async () => {}
    const stopping: Embed = async (...call) => {
      if (seen.length > 0) void drain()
      seen.push(...call[2])
      return letters(...call)
    }
    const first = start(stopping)
    drain = () => first.context.indexing.drain()
    const { id } = await create(first)
    await addText(first, id, 'long.txt', LONG)
    await expect.poll(() => seen.length).toBeGreaterThan(96)
    await drain()
    const before = await first.client.knowledge.collection({ id })

    const jobs = createIndexJobs({
      ...first.context,
      embed: async (...call) => {
        seen.push(...call[2])
        return letters(...call)
      },
    })
    await jobs.resume()
    const after = await indexed(first, id)

    expect(before.progress?.done).toBeGreaterThan(0)
    expect(before.waiting).toBe(1)
    expect(after).toMatchObject({ waiting: 0, error: null })
    expect(after.chunks).toBeGreaterThan(96)
    const twice = seen.length - new Set(seen).size
    expect(twice).toBeLessThanOrEqual(96)
  })

  test('stops on a provider error, keeps its progress and resumes on request', async () => {
    let isRefusing = true
    let calls = 0
    const app = start(async (...call) =>
      isRefusing && ++calls > 1
        ? refusal('AUTHENTICATION', 'The key was refused')
        : letters(...call),
    )
    const { id } = await create(app)
    await addText(app, id, 'long.txt', LONG)
    const broken = await indexed(app, id)

    isRefusing = false
    await app.client.knowledge.index({ id })
    const whole = await indexed(app, id)

    expect(broken).toMatchObject({ error: { code: 'AUTHENTICATION' }, waiting: 1 })
    expect(broken.chunks).toBeGreaterThan(0)
    expect(whole).toMatchObject({ error: null, waiting: 0 })
  })

  test('skips a document that the provider rejects and reports the reason', async () => {
    const app = start(async (...call) =>
      call[2].some((text) => text.includes('poison'))
        ? refusal('BAD_REQUEST', 'This text is refused')
        : letters(...call),
    )
    const { id } = await create(app)
    await addText(app, id, 'bad.txt', 'poison')
    await addText(app, id, 'good.txt', 'a b c')

    const collection = await indexed(app, id)
    const { items } = await app.client.knowledge.documents({ id })

    expect(collection).toMatchObject({ failed: 1, waiting: 0, chunks: 1, error: null })
    expect(items.map(({ name, status, error }) => [name, status, error?.message])).toEqual([
      ['good.txt', 'indexed', undefined],
      ['bad.txt', 'failed', 'This text is refused'],
    ])
  })

  test('rejects vectors whose size differs from the index', async () => {
    let size = 3
    const app = start(async (_, __, texts) => ({
      ok: true,
      vectors: texts.map(() => Array.from({ length: size }, () => 1)),
      tokens: 1,
    }))
    const { id } = await create(app)
    await addText(app, id, 'first.txt', 'a')
    await indexed(app, id)

    size = 5
    await addText(app, id, 'second.txt', 'b')
    const broken = await indexed(app, id)

    const message = expect.stringContaining('vectors of 5 dimensions') as string
    expect(broken).toMatchObject({ chunks: 1, error: { code: 'BAD_RESPONSE', message } })
    await expect(app.client.knowledge.search({ id, query: 'a' })).rejects.toMatchObject({
      code: 'SEARCH_FAILED',
      data: { error: { code: 'BAD_RESPONSE' } },
    })
  })

  test('indexes a short document before the rest of a long one', async () => {
    const order: string[] = []
    let release = () => {}
    const isAdded = new Promise<void>((resolve) => {
      release = resolve
    })
    const app = start(async (...call) => {
      const [, , texts] = call
      if (order.push(texts[0]?.slice(0, 5) ?? '') === 1) await isAdded
      return letters(...call)
    })
    const { id } = await create(app)
    const long = Array.from({ length: 3 }, (_, n) => LONG.replaceAll('Line', `Line ${n}`))
    await addText(app, id, 'long.txt', long.join('\n'))
    await expect.poll(() => order.length).toBe(1)
    await addText(app, id, 'short.txt', 'short a b c')
    release()

    const collection = await indexed(app, id)

    expect(order.indexOf('short')).toBe(1)
    expect(order.length).toBeGreaterThan(3)
    expect(collection).toMatchObject({ waiting: 0, error: null })
    const chunks = await db().selectFrom('collection_chunks').select('text').execute()
    expect(new Set(chunks.map(({ text }) => text)).size).toBe(chunks.length)
    expect(collection.chunks).toBe(chunks.length)
  })

  test('stops on request and keeps its progress', async () => {
    let calls = 0
    const app = start(async (...call) => {
      const [, , , { signal } = {}] = call
      if (++calls === 2 && signal) await once(signal, 'abort')
      return letters(...call)
    })
    const { id } = await create(app)
    await addText(app, id, 'long.txt', LONG)
    await expect.poll(() => calls).toBe(2)

    await app.client.knowledge.stopIndexing({ id })

    expect(await app.client.knowledge.collection({ id })).toMatchObject({
      progress: null,
      waiting: 1,
      error: null,
    })
  })
})
