import { unknownCost } from '@lathe/traces'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { atomic } from '../atomic.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendParts } from '../../../traces/store/append-parts.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { createPartSerializer, withSearchText } from '../../../traces/store/serialized-part.ts'
import { deleteTraces } from '../../../traces/store/delete-trace.ts'
import { makeSpan, unfinished } from '../../../traces/store/span.fixture.ts'
import { queueTexts } from './queue-texts.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('the search index', (db) => {
  const find = async (text: string, isPrefix = false) => {
    await db().texts.settled()
    return (await db().texts.find(w, [{ text, isPrefix }])).traceIds
  }

  test('finds words in every part of a span', async () => {
    const span = makeSpan({
      name: 'lookup_order',
      kind: 'tool',
      inputs: { order: 98_765, note: 'x'.repeat(30_000) + ' tail-end' },
      outputs: { answer: ['Lieferung nach Köln', '한국어 문장'] },
      events: [{ at: 1, name: 'retry', attributes: { reason: 'flaky upstream' } }],
      metadata: { customer: 'Ada Lovelace' },
      error: { code: 'TOOL_ERROR', message: 'No such warehouse', retryable: false },
    })
    await appendSpans(db(), w, [span, makeSpan({ inputs: { text: 'something else' } })])

    for (const words of [
      'lookup_order',
      '98765',
      'tail-end',
      'lieferung',
      'Köln',
      'flaky upstream',
      'LOVELACE',
      'such warehouse',
      '한국어 문장',
    ])
      expect([words, await find(words)]).toEqual([words, [span.traceId]])
    expect(await find('warehouse such')).toEqual([])
    expect(await find('wareh')).toEqual([])
    expect(await find('wareh', true)).toEqual([span.traceId])
  })

  test('finds words within a text that has no spaces', async () => {
    const late = '的'.repeat(30_000)
    const span = makeSpan({ inputs: { q: `今天的水怎么样？${late}東京タワー𠮷野家` } })
    await appendSpans(db(), w, [span, makeSpan({ inputs: '样怎么' })])

    for (const words of ['怎么样', '的水怎', '水', 'タワー', '𠮷野', '東京タワー𠮷野家'])
      expect([words, await find(words)]).toEqual([words, [span.traceId]])
    expect(await find('么怎')).toEqual([])
  })

  test.each([
    ['นโยบายการคืนเงิน', ['คืนเงิน', 'นโยบาย', 'การ'], 'เงินคืน'],
    ['ນະໂຍບາຍການຄືນເງິນ', ['ຄືນເງິນ'], 'ເງິນຄືນ'],
    ['ငွေပြန်အမ်းမူဝါဒ', ['မူဝါဒ'], 'ဝါဒမူ'],
    ['គោលការណ៍សងប្រាក់វិញ', ['សងប្រាក់'], 'ប្រាក់សង'],
  ])('finds parts of %s', async (text, parts, other) => {
    const span = makeSpan({ inputs: { text } })
    await appendSpans(db(), w, [span, makeSpan({ inputs: 'unrelated' })])

    for (const part of parts) expect([part, await find(part, true)]).toEqual([part, [span.traceId]])
    expect(await find(other)).toEqual([])
  })

  test('finds words without their accents', async () => {
    const span = makeSpan({ inputs: { text: 'Ein Zürcher Café in Zürich' } })
    await appendSpans(db(), w, [span, makeSpan({ inputs: 'Zurzach' })])

    for (const words of ['zurich', 'ZÜRICH', 'cafe in zurich', 'zurch'])
      expect([words, await find(words, true)]).toEqual([words, [span.traceId]])
  })

  test('finds the words of all batches of a span', async () => {
    const span = makeSpan({ endedAt: null, status: 'running', inputs: { text: 'question' } })
    await appendSpans(db(), w, [span])
    expect(await find('question')).toEqual([span.traceId])

    await appendSpans(db(), w, [{ ...span, endedAt: 2, inputs: null, outputs: 'answer' }])

    expect(await find('answer')).toEqual([span.traceId])
    expect(await find('question')).toEqual([span.traceId])
  })

  test('finds the words of the last batch only', async () => {
    await find('the index is awake')
    const span = makeSpan({ inputs: 'first guess' })
    await appendSpans(db(), w, [span])
    await appendSpans(db(), w, [{ ...span, inputs: 'second thought' }])

    expect(await find('thought')).toEqual([span.traceId])
    expect(await find('guess')).toEqual([])
  })

  test('keeps the words of spans that were indexed together with a changed span', async () => {
    await find('the index is awake')
    const traceId = v7()
    const root = makeSpan({ traceId, inputs: 'shared question', outputs: 'draft' })
    const step = makeSpan({
      traceId,
      parentId: root.id,
      inputs: 'shared question',
      outputs: 'step',
    })
    await appendSpans(db(), w, [root, step])
    expect(await find('draft')).toEqual([traceId])

    await appendSpans(db(), w, [{ ...root, inputs: 'other question', outputs: 'final' }])

    expect(await find('draft')).toEqual([])
    for (const text of ['shared question', 'other question', 'step', 'final'])
      expect([text, await find(text)]).toEqual([text, [traceId]])
  })

  test('finds spans that start and end in separate batches by their last words', async () => {
    await find('the index is awake')
    const traceId = v7()
    const spans = Array.from({ length: 5 }, (_, at) =>
      makeSpan({ traceId, inputs: `asks${at}`, outputs: `answers${at}` }),
    )
    for (const [at, one] of spans.entries()) {
      const before = spans[at - 1]
      await appendSpans(db(), w, [unfinished(one), ...(before ? [before] : [])])
      await db().texts.settled()
    }
    await appendSpans(db(), w, spans.slice(-1))

    for (const at of spans.keys()) {
      expect(await find(`asks${at}`)).toEqual([traceId])
      expect(await find(`answers${at}`)).toEqual([traceId])
    }
  })

  test('skips a span that cannot be read, and no other', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => void vi.restoreAllMocks())
    const [damaged, whole] = [
      makeSpan({ inputs: 'broken words' }),
      makeSpan({ inputs: 'whole words' }),
    ]
    await appendSpans(db(), w, [damaged, whole])
    expect(await find('words')).toHaveLength(2)
    await db()
      .updateTable('payload_blocks')
      .set({ body: Buffer.from([255, 1]) })
      .where('trace_id', '=', damaged.traceId)
      .execute()
    await db().deleteFrom('search_queue').execute()
    const spans = [damaged, whole].map(({ traceId, id }): [string, string] => [traceId, id])
    await atomic(db(), queueTexts(db(), w, { spans }))

    expect(await find('words')).toEqual([whole.traceId])
    const later = makeSpan({ inputs: 'later words' })
    await appendSpans(db(), w, [later])
    expect(await find('words')).toEqual([later.traceId, whole.traceId])
  })

  test.each(['null', '5', '{}', '{"spans":1}', '{'])(
    'skips the invalid row %s of the queue',
    async (body) => {
      vi.spyOn(console, 'error').mockReturnValue()
      onTestFinished(() => void vi.restoreAllMocks())
      await find('the index is awake')
      await sql`insert into search_queue (workspace_id, id, body) values (${w}, '0', ${body})`.execute(
        db(),
      )
      const span = makeSpan({ inputs: 'patient words' })
      await appendSpans(db(), w, [span])

      expect((await find('patient'))[0]).toBe(span.traceId)
    },
  )

  test('indexes new spans without reading the store', async () => {
    await find('the index is awake')
    const span = makeSpan({ name: 'Zoë', inputs: 'a "quoted" word', metadata: { by: 'Hopper' } })
    await appendSpans(db(), w, [makeSpan({ inputs: null, outputs: null }), span])
    await db().deleteFrom('payload_blocks').execute()

    for (const words of ['zoë', 'quoted', 'hopper'])
      expect([words, await find(words)]).toEqual([words, [span.traceId]])
  })

  test('indexes spans of a parsed body without reading the store', async () => {
    await find('the index is awake')
    const id = v7()
    const inputs = { text: 'an "strange" word' }
    const said = { id, name: 'Chloë', inputs, outputs: 'the finish', metadata: { by: 'Lovelock' } }
    const part = createPartSerializer(withSearchText)({ ...said, startedAt: 1, endedAt: 2 })
    const projects = {
      findProject: () => undefined,
      fallback: undefined,
      isExperiment: () => false,
    }
    const context = {
      source: 'otlp',
      calculateCost: () => unknownCost,
      projects,
      receivedAt: 1,
    } as const
    await appendParts(db(), w, [{ ...part, traceId: id }], context)
    await db().deleteFrom('payload_blocks').execute()

    for (const words of ['chloë', 'strange', 'finish', 'lovelock'])
      expect([words, await find(words)]).toEqual([words, [id]])
  })

  test('drops the words of a deleted trace', async () => {
    const [kept, gone] = [makeSpan({ inputs: 'secret plan' }), makeSpan({ inputs: 'secret plan' })]
    await appendSpans(db(), w, [kept, gone])
    expect((await find('secret')).toSorted()).toEqual([kept.traceId, gone.traceId].toSorted())

    await deleteTraces(db(), w, [gone.traceId])

    expect(await find('secret')).toEqual([kept.traceId])
  })

  test('finds no words of another workspace', async () => {
    await appendSpans(db(), w, [makeSpan({ inputs: 'private' })])
    await db().texts.settled()

    const other = '00000000-0000-7000-8000-000000000009'
    expect(await db().texts.find(other, [{ text: 'private', isPrefix: false }])).toEqual({
      traceIds: [],
      isCut: false,
    })
  })

  test.each(['"', 'a" OR b', 'NEAR(', '*', ':', '-x', "'; drop table spans; --", '\0'])(
    'treats the text %j as words',
    async (text) => {
      await appendSpans(db(), w, [makeSpan({ inputs: 'harmless' })])
      expect(await find(text)).toEqual([])
    },
  )
})
