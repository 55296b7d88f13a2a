import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE as w } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { deleteTrace } from '../../../traces/store/delete-trace.ts'
import { joinBlock, readBlock } from './payload-blocks.ts'
import { joinPieces, packText } from '../packed-json.ts'
import { readPayloads } from './read-payloads.ts'
import { findSpan } from '../../../traces/query/read-details.ts'
import { makeSpan, unfinished } from '../../../traces/store/span.fixture.ts'

const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')

test('a block returns the payloads it was built from', () => {
  const payloads = [
    { spanId: 'a', inputs: '{"q":"é"}', outputs: null, events: null, metadata: '{"n":1}' },
    { spanId: 'b', inputs: Buffer.from('[]'), outputs: '"✓"', events: '[1]', metadata: null },
  ]

  const read = readBlock('t', packText(joinPieces(joinBlock(payloads))))

  expect(
    [...read.values()].map(({ spanId, inputs, outputs, events, metadata }) => [
      spanId,
      ...[inputs, outputs, events, metadata].map((json) => json?.toString() ?? null),
    ]),
  ).toEqual([
    ['a', '{"q":"é"}', null, null, '{"n":1}'],
    ['b', '[]', '"✓"', '[1]', null],
  ])
})

describeDatabases('payload blocks', (db) => {
  const find = async (span: { traceId: string; id: string }) =>
    await findSpan(db(), w, span.traceId, span.id)
  const bytesOf = async (traceId: string) => {
    const blocks = db().selectFrom('payload_blocks').select('body').where('trace_id', '=', traceId)
    return (await blocks.execute()).reduce((sum, { body }) => sum + body.length, 0)
  }

  test('payload blocks store one copy of a message that several spans of a trace repeat', async () => {
    const message = noise(4_000)
    const traceId = v7()
    const spans = Array.from({ length: 10 }, () =>
      makeSpan({ traceId, inputs: { messages: [message] }, outputs: { messages: [message] } }),
    )

    await appendSpans(db(), w, spans)

    expect(await bytesOf(traceId)).toBeLessThan(1.2 * 4_000)
    for (const span of spans) expect((await find(span))?.inputs).toEqual(span.inputs)
  })

  test('payload blocks return every payload of a large trace', async () => {
    const traceId = v7()
    const spans = Array.from({ length: 300 }, (_, at) =>
      makeSpan({ traceId, inputs: { at }, outputs: at === 7 ? noise(300_000) : null }),
    )

    await appendSpans(db(), w, spans)

    const [first, large] = [spans[0], spans[7]]
    if (!first || !large) throw new Error('there are 300 spans')
    expect(await find(first)).toMatchObject({ inputs: { at: 0 }, outputs: null })
    expect((await find(large))?.outputs).toEqual(large.outputs)
    const ids: string[] = []
    for await (const page of readPayloads({ db: db(), workspaceId: w, id: traceId }))
      ids.push(...page.map(({ spanId }) => spanId))
    expect(ids.toSorted()).toEqual(spans.map(({ id }) => id).toSorted())
  })

  test('payload blocks keep the newest version of each part, in any order of arrival', async () => {
    const span = makeSpan({ inputs: 'first', outputs: 'answer', metadata: { step: 1 } })
    await appendSpans(db(), w, [unfinished(span)])
    await appendSpans(db(), w, [{ ...span, inputs: 'second' }])
    await appendSpans(db(), w, [
      { ...unfinished(span), inputs: 'late', events: [{ at: 1, name: 'e', attributes: {} }] },
    ])

    expect(await find(span)).toMatchObject({
      inputs: 'second',
      outputs: 'answer',
      events: [{ name: 'e' }],
      metadata: { step: 1 },
    })
  })

  test('payload blocks disappear with their trace and are created again with it', async () => {
    const span = makeSpan({ inputs: 'secret' })
    await appendSpans(db(), w, [span])
    await deleteTrace(db(), w, span.traceId)
    expect(await bytesOf(span.traceId)).toBe(0)

    await appendSpans(db(), w, [{ ...span, inputs: 'again' }])

    expect((await find(span))?.inputs).toBe('again')
  })

  test('payload blocks keep and complete payloads that an older version stored', async () => {
    const span = makeSpan()
    await appendSpans(db(), w, [span])
    await db().updateTable('spans').set({ payload_blocks: null }).execute()
    const json = Buffer.from('{"old":true}')
    const place = { workspace_id: w, trace_id: span.traceId, span_id: span.id }
    await db()
      .insertInto('span_payloads')
      .values({
        ...place,
        inputs: Buffer.concat([Buffer.from([0]), json]),
        outputs: Buffer.concat([Buffer.from([1]), zstdCompressSync('"so far"')]),
        // Snappy, as versions before zstd dictionaries wrote it: `{"a":"aaaaaaaaaaaaaaaa"}`.
        metadata: Buffer.from([
          2, 24, 24, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0x61, 0x3a, 1, 0, 4, 0x22, 0x7d,
        ]),
        events: null,
      })
      .execute()
    expect(await find(span)).toMatchObject({
      inputs: { old: true },
      outputs: 'so far',
      metadata: { a: 'a'.repeat(16) },
    })

    await appendSpans(db(), w, [{ ...span, outputs: 'done' }])

    expect(await find(span)).toMatchObject({ inputs: { old: true }, outputs: 'done' })
    await deleteTrace(db(), w, span.traceId)
    expect(await db().selectFrom('span_payloads').selectAll().execute()).toEqual([])
  })
})
