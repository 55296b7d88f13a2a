import { afterEach, expect, test } from 'vitest'
import type { Embed } from '../runs/engine/engine-host.ts'
import { describeDatabases } from '../testing/databases.ts'
import { addText, DEMO_EMBEDDING, indexed } from '../testing/knowledge.ts'
import { createTestApp } from '../testing/test-app.ts'
import { fuse, searchPhrases } from './search.ts'

/** All texts have the same vector, so only search terms distinguish them. */
const alike: Embed = async (_, __, texts) => ({
  ok: true,
  vectors: texts.map(() => [1, 0]),
  tokens: texts.length,
})

const DOWN = {
  ok: false as const,
  error: {
    code: 'CONNECTION' as const,
    message: 'The provider cannot be reached',
    retryable: true,
  },
}

const TEXTS = {
  'zh.txt': '我们的退款政策很简单。您可以在三十天内退货并获得全额退款。',
  'zh2.txt': '货物每天早上从仓库发出，快递需要一天。',
  'ja.txt': '東京タワーの高さは333メートルです。返品は30日以内に可能です。',
  'th.txt': 'นโยบายการคืนเงิน ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวัน',
  'th2.txt': 'การจัดส่งใช้เวลาหนึ่งวัน พัสดุออกจากคลังสินค้าทุกเช้า',
  'de.txt': 'Unsere Filiale in Zürich hat ein Café.',
  'en.txt': 'Refunds are paid within 14 days of the return.',
}

describeDatabases('a search of a collection', (db) => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  async function collectionOf(texts: Readonly<Record<string, string>>) {
    let isDown = false
    const embed: Embed = async (...call) => (isDown ? DOWN : alike(...call))
    const app = createTestApp(db(), { context: { embed } })
    stops.push(() => app.context.indexing.drain())
    const { id } = await app.client.knowledge.createCollection({
      name: 'docs',
      embedding: DEMO_EMBEDDING,
    })
    for (const [name, text] of Object.entries(texts)) await addText(app, id, name, text)
    await indexed(app, id)
    const byWords = async (query: string) => {
      const { chunks } = await app.client.knowledge.search({ id, query, k: 100 })
      return chunks
        .filter(({ ranks }) => ranks.text !== null)
        .toSorted((a, b) => (a.ranks.text ?? 0) - (b.ranks.text ?? 0))
        .map(({ source }) => source)
    }
    return { ...app, id, byWords, failProvider: () => (isDown = true) }
  }

  test('finds words within text that has no spaces', async () => {
    const { byWords } = await collectionOf(TEXTS)

    expect((await byWords('退款政策'))[0]).toBe('zh.txt')
    expect(await byWords('仓库')).toEqual(['zh2.txt'])
    expect(await byWords('タワー')).toEqual(['ja.txt'])
    expect(await byWords('返品')).toEqual(['ja.txt'])
    expect((await byWords('คืนเงิน'))[0]).toBe('th.txt')
    expect(await byWords('พัสดุ')).toEqual(['th2.txt'])
    expect(await byWords('政很')).toEqual([])
  })

  test('finds words without their accents', async () => {
    const { byWords } = await collectionOf(TEXTS)

    for (const query of ['zurich', 'ZÜRICH', 'Zürich', 'cafe'])
      expect([query, await byWords(query)]).toEqual([query, ['de.txt']])
  })

  test('returns matches by words and the reason while the provider is down', async () => {
    const { client, id, failProvider } = await collectionOf(TEXTS)
    failProvider()

    const found = await client.knowledge.search({ id, query: 'zurich', minScore: 0.9 })

    expect(found).toMatchObject({
      chunks: [
        { source: 'de.txt', similarity: null, score: 0.5, ranks: { vector: null, text: 1 } },
      ],
      embeddingError: { code: 'CONNECTION' },
      tokens: 0,
    })
  })

  test('reports the reason while the provider is down and no word matches', async () => {
    const { client, id, failProvider } = await collectionOf(TEXTS)
    failProvider()

    const found = await client.knowledge.search({ id, query: 'nothing' })

    expect(found).toMatchObject({ chunks: [], embeddingError: { code: 'CONNECTION' } })
  })

  test('returns the same first chunks for any number requested', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [
        `${n}.txt`,
        `${n % 7 === 0 ? 'refund '.repeat(1 + (n % 5)) : ''}text number ${n} ${'x'.repeat(n)}`,
      ]),
    )
    const { client, id } = await collectionOf(texts)
    const search = async (k: number) => {
      const { chunks } = await client.knowledge.search({ id, query: 'refund text', k })
      return chunks.map(({ source, score }) => [source, score])
    }

    const all = await search(100)
    for (const k of [1, 5, 20]) expect(await search(k)).toEqual(all.slice(0, k))
  })

  test('removes the search terms of a deleted index', async () => {
    const { client, id, byWords } = await collectionOf({ 'a.txt': '退款政策', 'b.txt': '快递' })
    const { items } = await client.knowledge.documents({ id })

    for (const document of items.filter(({ name }) => name === 'a.txt'))
      await client.knowledge.deleteDocument({ id: document.id })
    await db().deleteFrom('collection_chunks').where('text', '=', '退款政策').execute()

    expect(await byWords('退款')).toEqual([])
    expect(await byWords('快递')).toEqual(['b.txt'])
  })
})

test('scores a chunk that leads both rankings 1', () => {
  expect(fuse([1, 2], [1, 3])[0]).toEqual({ seq: 1, score: 1, vector: 1, text: 1 })
})

test('ranks a chunk in second place of both rankings above one that leads a single ranking', () => {
  expect(fuse([1, 2], [3, 2]).map(({ seq }) => seq)[0]).toBe(2)
})

test('keeps the order of chunks found by one ranking only', () => {
  const fused = fuse([7, 8], [])

  expect(fused.map(({ seq }) => seq)).toEqual([7, 8])
  expect(fused.every(({ text }) => text === null)).toBe(true)
  expect(fused[0]?.score).toBe(0.5)
})

test.each([
  ['Refund after a return?', ['refund', 'after', 'a', 'return']],
  ['refund, REFUND', ['refund']],
  ['退款政策', ['退款', '款政', '政策']],
  ['水', ['水']],
  ['iPhone手机 15', ['iphone', '手机', '15']],
  ['東京タワーの高さ', ['東京', '京タ', 'タワ', 'ワー', 'ーの', 'の高', '高さ']],
  ['𠮷野家', ['𠮷野', '野家']],
  ['นโยบายการคืนเงิน', ['นโยบาย', 'การ', 'คืน', 'เงิน']],
  ['한국어 문장', ['한국어', '문장']],
  ['?!', []],
])('split %j into %j', (query, phrases) => {
  expect(searchPhrases(query)).toEqual(phrases)
})

test('the number of phrases is limited', () => {
  expect(searchPhrases(Array.from({ length: 200 }, (_, n) => `word${n}`).join(' '))).toHaveLength(
    64,
  )
})
