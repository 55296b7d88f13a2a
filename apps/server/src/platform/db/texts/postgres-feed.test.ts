import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openedFor } from '../../../testing/databases.ts'
import { atomic } from '../atomic.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan } from '../../../traces/store/span.fixture.ts'
import { Lexemes } from './lexemes-apart.ts'
import { feedNext } from './postgres-feed.ts'
import { queueTexts } from './queue-texts.ts'

const db = openedFor('postgres')

const lexemes = new Lexemes()
afterAll(() => lexemes.end())

test('nobody waits for whoever is at the queue, and what is in it is taken later', async () => {
  const { portable, texts } = db()
  const span = makeSpan({ inputs: 'patience' })
  await db()
    .transaction()
    .execute(async (other) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' text index', 0))`.execute(
        other,
      )
      await appendSpans(db(), DEFAULT_WORKSPACE, [span])

      expect(await feedNext({ db: db(), portable, lexemes, handed: new Map() })).toBeUndefined()
    })

  await texts.settled()
  const { traceIds } = await texts.find(DEFAULT_WORKSPACE, [{ text: 'patience', isPrefix: false }])
  expect(traceIds).toEqual([span.traceId])
})

test('what cannot be indexed leaves the queue, and the rest is found', async () => {
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

test('a phrase may be as long as it likes', async () => {
  const words = 'word '.repeat(20_000)
  const { traceIds } = await db().texts.find(DEFAULT_WORKSPACE, [{ text: words, isPrefix: true }])
  expect(traceIds).toEqual([])
})

test('a text of many bytes is cut as often as it takes', async () => {
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

test('what is read twice is there once', async () => {
  const { portable, texts } = db()
  const span = makeSpan({ inputs: 'an echo' })
  await appendSpans(db(), DEFAULT_WORKSPACE, [span])
  await texts.settled()
  await appendSpans(db(), DEFAULT_WORKSPACE, [{ ...span, outputs: 'another echo' }])
  await feedNext({ db: db(), portable, lexemes, handed: new Map() })
  await texts.settled()

  const { rows } = await sql<{ span_id: string; words: string }>`
    select span_id, words::text from search_texts where trace_id = ${span.traceId}`.execute(db())
  expect(rows.map(({ span_id }) => span_id)).toEqual([span.id])
  expect(rows[0]?.words).toContain("'another':")
})
