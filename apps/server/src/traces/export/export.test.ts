import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { makeRun, makeSpan, ms, NOON } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { SENT_COST } from '@lathe/traces'
import { csvCell } from '../../platform/http/csv.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'
import { exportRows } from './export-rows.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['+49 30', "'+49 30"],
  [' -x', "' -x"],
  ['a,"b"', '"a,""b"""'],
  ['two\nlines', '"two\nlines"'],
  [-3, '-3'],
  [null, ''],
  ['plain', 'plain'],
])('writes the cell %j as %j', (cell, written) => {
  expect(csvCell(cell)).toBe(written)
})

describeDatabases('an export', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  const serve = async () => {
    const server = await createTestApp(db()).serve()
    close = server.close
    return async (query: string, init: RequestInit = {}) =>
      await fetch(`${server.url}/api/traces/export${query}`, {
        ...init,
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      })
  }

  test('contains every matching trace, newest first', async () => {
    const ask = await serve()
    const spans = Array.from({ length: 450 }, (_, index) =>
      makeSpan({ startedAt: NOON + ms(index), endedAt: NOON + ms(index + 5), tags: ['all'] }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, [...spans, makeSpan()], { title: '=cmd' })

    const response = await ask('?filter=tag:all')

    expect(response.headers.get('content-disposition')).toContain('traces.csv')
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
    expect(head).toMatch(/^id,title,name,status/)
    expect(lines.map((line) => line.split(',')[0])).toEqual(
      spans.map(({ traceId }) => traceId).toReversed(),
    )
    expect(lines[0]).toContain(",'=cmd,")
  })

  test('reports reasoning tokens and audio per side, or nothing if the side is unknown', async () => {
    const ask = await serve()
    const used = { ...ZERO_USAGE, input: 20, output: 10 }
    const { audioInput: _in, audioOutput: _out, ...untold } = used
    const call = { kind: 'model', model: 'm' } as const
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      makeSpan({ ...call, usage: { ...used, reasoning: 3, ...audioUsage(7, 0) } }),
      makeSpan({ ...call, startedAt: NOON - 1, usage: { ...untold, audio: 7 } }),
    ])

    const [head = '', ...lines] = (await (await ask('')).text()).trimEnd().split('\r\n')

    const at = head.split(',').indexOf('tokens_audio_in')
    expect(head.split(',')[at - 1]).toBe('tokens_reasoning')
    expect(head.split(',')[at + 1]).toBe('tokens_audio_out')
    expect(lines.map((line) => line.split(',').slice(at - 1, at + 2))).toEqual([
      ['3', '7', '0'],
      ['0', '', ''],
    ])
  })

  test('leaves tokens and cost empty for calls without usage', async () => {
    const ask = await serve()
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      makeSpan({ kind: 'model', model: 'm', usage: ZERO_USAGE }),
    ])

    const [head = '', line = ''] = (await (await ask('')).text()).split('\r\n')

    const cells = line.split(',')
    const said = head
      .split(',')
      .flatMap((name, at) => (/^(tokens|cost)_/.test(name) ? [cells[at]] : []))
    expect(said).toEqual(Array(10).fill(''))
  })

  test('leaves the cost empty if no call has a price', async () => {
    const ask = await serve()
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      makeSpan({ kind: 'model', model: 'm', cost: null, usage: { ...ZERO_USAGE, input: 9 } }),
    ])

    const [head = '', line = ''] = (await (await ask('')).text()).split('\r\n')

    const at = head.split(',').indexOf('cost_usd')
    expect(line.split(',').slice(at, at + 3)).toEqual(['', '', '1'])
  })

  test('reports a cost without tokens', async () => {
    const ask = await serve()
    const cost = { total: 250_000_000, input: null, output: null, priceId: SENT_COST }
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      makeSpan({ kind: 'model', usage: ZERO_USAGE, cost }),
    ])

    const [head = '', line = ''] = (await (await ask('')).text()).split('\r\n')

    const at = head.split(',').indexOf('cost_usd')
    expect(line.split(',').slice(at - 1, at + 2)).toEqual(['', '0.25', '0.25'])
  })

  test('contains metadata, and a column for each requested key', async () => {
    const ask = await serve()
    await appendSpans(db(), DEFAULT_WORKSPACE, [makeSpan({ metadata: { customer: 'acme' } })])

    const [head = '', row = ''] = (
      await (await ask('?metadata=customer&metadata=constructor')).text()
    ).split('\r\n')
    const line = await (await ask('?format=jsonl')).text()

    expect(head).toMatch(/,metadata,feedback,metadata\.customer,metadata\.constructor$/)
    expect(row).toMatch(/,"{""customer"":""acme""}",,acme,$/)
    expect(JSON.parse(line)).toMatchObject({ metadata: { customer: 'acme' } })
  })

  test('reports cached tokens read and written', async () => {
    const ask = await serve()
    const usage = { ...ZERO_USAGE, input: 90, cachedRead: 40, audioCached: 30, cachedWrite: 20 }
    await appendSpans(db(), DEFAULT_WORKSPACE, [makeSpan({ kind: 'model', model: 'm', usage })])

    const [head = '', line = ''] = (await (await ask('')).text()).split('\r\n')

    const cells = line.split(',')
    const told = Object.fromEntries(head.split(',').map((name, at) => [name, cells[at]]))
    expect(told).toMatchObject({
      tokens_cached: '40',
      tokens_cached_audio: '30',
      tokens_cache_written: '20',
    })
  })

  test('contains whole traces in JSON Lines on request', async () => {
    const ask = await serve()
    const run = makeRun({ inputs: { question: 'Why?' } })
    await appendSpans(db(), DEFAULT_WORKSPACE, [...run.all, makeSpan()])

    const choice = { format: 'jsonl', spans: true, ids: [run.root.traceId] }
    const response = await ask('', { method: 'POST', body: JSON.stringify(choice) })

    const [line = '', ...rest] = (await response.text()).trimEnd().split('\n')
    expect(rest).toEqual([])
    expect(JSON.parse(line)).toMatchObject({
      id: run.root.traceId,
      spanCount: 4,
      spans: expect.arrayContaining([expect.objectContaining({ inputs: { question: 'Why?' } })]),
    })
  })

  test('streams a trace with many spans, ordered by start', async () => {
    const root = makeSpan()
    const spans = Array.from({ length: 450 }, (_, index) =>
      makeSpan({ traceId: root.traceId, startedAt: NOON + ms(450 - index), inputs: { index } }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, ...spans])

    const choice = { format: 'jsonl' as const, spans: true, ids: [root.traceId] }
    const pieces: string[] = []
    for await (const piece of exportRows(db(), DEFAULT_WORKSPACE, choice)) pieces.push(piece)

    const most = Math.max(...pieces.map((piece) => piece.split('"traceId"').length - 1))
    expect(most).toBeLessThanOrEqual(200)
    const exported = JSON.parse(pieces.join('')) as { spans: { id: string }[]; attachments: [] }
    expect(exported.attachments).toEqual([])
    expect(exported.spans.map(({ id }) => id)).toEqual([
      root.id,
      ...spans.toReversed().map(({ id }) => id),
    ])
  })

  test('streams large spans one by one', async () => {
    const root = makeSpan({ payloadBytes: 6_000_000 })
    const spans = [1, 2].map((at) =>
      makeSpan({ traceId: root.traceId, startedAt: NOON + ms(at), payloadBytes: 6_000_000 }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, ...spans])

    const choice = { format: 'jsonl' as const, spans: true, ids: [root.traceId] }
    const counts: number[] = []
    for await (const piece of exportRows(db(), DEFAULT_WORKSPACE, choice))
      counts.push(piece.split('"traceId"').length - 1)

    expect(Math.max(...counts)).toBe(1)
  })

  test('rejects invalid parameters before sending a byte', async () => {
    const ask = await serve()

    expect(await (await ask('?filter=latency:soon')).json()).toMatchObject({
      code: 'INVALID_FILTER',
      data: { problems: [{ at: 8, length: 4 }] },
    })
    expect((await ask('?format=xml')).status).toBe(400)
  })
})
