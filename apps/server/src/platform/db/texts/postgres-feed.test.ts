import { newId } from '@lathe/engine/ids'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, expect, test, vi } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { atomic } from '../atomic.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan } from '../../../traces/store/span.fixture.ts'
import { LexemeWorker } from './lexeme-worker.ts'
import { feedNext, runPipeline } from './postgres-feed.ts'
import { queueTexts } from './queue-texts.ts'

const db = openedFor('postgres')

const worker = new LexemeWorker()
afterAll(() => worker.end())

test('skips a queue that another process reads, and reads it later', async () => {
  const { portable, texts } = db()
  const span = makeSpan({ inputs: 'patience' })
  await db()
    .transaction()
    .execute(async (other) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' text index', 0))`.execute(
        other,
      )
      await appendSpans(db(), DEFAULT_WORKSPACE, [span])

      expect(await feedNext({ db: db(), portable, worker, buffered: new Map() })).toBeUndefined()
    })

  await texts.settled()
  const { traceIds } = await texts.find(DEFAULT_WORKSPACE, [{ text: 'patience', isPrefix: false }])
  expect(traceIds).toEqual([span.traceId])
})

test('drops queued spans that Postgres rejects and indexes the others', async () => {
  const { texts } = db()
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const span = makeSpan({ inputs: '가나다 syllables' })
  const others = Array.from({ length: 6 }, () => makeSpan({ inputs: 'beside it' }))
  await appendSpans(db(), DEFAULT_WORKSPACE, [...others, span])
  await db().deleteFrom('search_queue').execute()
  const addresses = others.map(({ traceId, id }): [string, string] => [traceId, id])
  const queue = (id: string, spans: [string, string][]) =>
    atomic(db(), queueTexts(db(), DEFAULT_WORKSPACE, { spans }, id))
  await queue('0', [...addresses.slice(0, 4), ['\0', '\0'], ...addresses.slice(4)])
  await queue('1', [[span.traceId, span.id]])
  await texts.settled()

  const find = async (text: string) =>
    (await texts.find(DEFAULT_WORKSPACE, [{ text, isPrefix: false }])).traceIds.toSorted()
  expect(await find('가나다')).toEqual([span.traceId])
  expect(await find('beside it')).toEqual(others.map(({ traceId }) => traceId).toSorted())
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('accepts a phrase of 20,000 words', async () => {
  const words = 'word '.repeat(20_000)
  const { traceIds } = await db().texts.find(DEFAULT_WORKSPACE, [{ text: words, isPrefix: true }])
  expect(traceIds).toEqual([])
})

test('splits a text that exceeds the size of one vector', async () => {
  const { texts } = db()
  const word = (at: number) => `한한한한한한${at}`
  const span = makeSpan({ inputs: Array.from({ length: 20_000 }, (_, at) => word(at)).join(' ') })
  await appendSpans(db(), DEFAULT_WORKSPACE, [span])
  await texts.settled()

  const { traceIds } = await texts.find(DEFAULT_WORKSPACE, [
    { text: word(19_999), isPrefix: false },
  ])
  expect(traceIds).toEqual([span.traceId])
})

test('indexes a span once although two queue rows name it', async () => {
  const { portable, texts } = db()
  const span = makeSpan({ inputs: 'an echo' })
  await appendSpans(db(), DEFAULT_WORKSPACE, [span])
  await texts.settled()
  await appendSpans(db(), DEFAULT_WORKSPACE, [{ ...span, outputs: 'another echo' }])
  await feedNext({ db: db(), portable, worker, buffered: new Map() })
  await texts.settled()

  const { rows } = await sql<{ words: string }>`
    select words::text from search_texts where trace_id = ${span.traceId}`.execute(db())
  expect(rows).toHaveLength(1)
  expect(rows[0]?.words).toContain("'another':")
})

test('stores the words of a trace in one row, each repeated string once', async () => {
  const { texts } = db()
  const traceId = v7()
  const spans = ['first', 'second', 'third'].map((outputs) =>
    makeSpan({ traceId, name: 'step', inputs: 'the repeated question', outputs }),
  )
  await appendSpans(db(), DEFAULT_WORKSPACE, spans)
  await texts.settled()

  const { rows } = await sql<{ spans: number; words: string }>`
    select cardinality(spans) as spans, words::text from search_texts
    where trace_id = ${traceId}`.execute(db())
  expect(rows).toHaveLength(1)
  expect(rows[0]?.spans).toBe(3)
  expect(rows[0]?.words).toMatch(/'question':\d+ /)
})

test('finds a span with words that another process indexed before it was stored again', async () => {
  const { portable, texts } = db()
  const span = makeSpan({ inputs: 'newer words' })
  await appendSpans(db(), DEFAULT_WORKSPACE, [span])
  await texts.settled()
  const queued = newId()
  await atomic(
    db(),
    queueTexts(db(), DEFAULT_WORKSPACE, { spans: [[span.traceId, span.id]] }, queued),
  )
  const { traceId, id: spanId, name } = span
  const payloads = [JSON.stringify('older guess')]
  const older = { traceId, spanId, isEnded: true, name, model: null, error: null, payloads }
  await feedNext({ db: db(), portable, worker, buffered: new Map([[queued, [older]]]) })

  const find = async (text: string) =>
    (await texts.find(DEFAULT_WORKSPACE, [{ text, isPrefix: false }])).traceIds
  expect(await find('newer words')).toEqual([traceId])
  expect(await find('older guess')).toEqual([])
})

test('a pipeline reads the next piece during a write, and writes in order', async () => {
  const seen: string[] = []
  await runPipeline([1, 2], {
    read: async (piece) => {
      seen.push(`reads ${piece}`)
      await Promise.resolve()
      return piece
    },
    write: async (piece) => {
      seen.push(`begins ${piece}`)
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(`ends ${piece}`)
    },
  })

  expect(seen).toEqual(['reads 1', 'begins 1', 'reads 2', 'ends 1', 'begins 2', 'ends 2'])
})

test('a pipeline finishes the current write before it throws the error of a read', async () => {
  const written: number[] = []
  const failing = runPipeline([1, 2], {
    read: async (piece) => (piece === 2 ? await Promise.reject(new Error('no more')) : piece),
    write: async (piece) => {
      await new Promise((resolve) => setImmediate(resolve))
      written.push(piece)
    },
  })

  await expect(failing).rejects.toThrow('no more')
  expect(written).toEqual([1])
})
